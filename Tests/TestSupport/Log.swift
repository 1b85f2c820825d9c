import RequestScheduler

/// An ordered record that tasks append to and tests read.
package final class Log<Element: Sendable>: Sendable {
    private let elements = Lock([Element]())

    package init() {}

    package var all: [Element] { elements.withLock { $0 } }

    package func append(_ element: Element) {
        elements.withLock { $0.append(element) }
    }
}
