/// A system call of the server that failed.
package struct ServerFault: Error, CustomStringConvertible {
    package let call: String
    package let code: Int32

    init(_ call: String, _ code: Int32) {
        self.call = call
        self.code = code
    }

    package var description: String { "\(call) failed with errno \(code)" }
}
