/// What one operation took, on average over one batch of them.
package struct Sample: Codable, Hashable, Sendable {
    /// Wall time in nanoseconds, or bytes where the row measures memory.
    package var value: Double
    /// CPU time of the whole process, in nanoseconds.
    package var cpu: Double
    package var allocations: Double
    package var bytes: Double

    package init(value: Double, cpu: Double, allocations: Double, bytes: Double) {
        self.value = value
        self.cpu = cpu
        self.allocations = allocations
        self.bytes = bytes
    }

    /// What other processes have the least part in: the CPU time, or what is measured instead of time.
    var least: Double { cpu > 0 ? cpu : value }
}

/// One batch of a row and, right before or after it, one of its floor.
package struct Round: Codable, Hashable, Sendable {
    package var subject: Sample
    package var floor: Sample?

    package init(subject: Sample, floor: Sample?) {
        self.subject = subject
        self.floor = floor
    }

    /// How many times its floor's wall time, or memory, the row took.
    package var ratio: Double? { floor.map { subject.value / $0.value } }
}
