/// The properties that objects at one place have.
///
/// They keep the order in which their keys were first met, which takes no part in `==`.
package struct ObjectShape: Sendable {
    package struct Property: Hashable, Sendable {
        package let key: String
        package var shape: JSONShape
        /// Whether every object had it.
        package var isRequired: Bool

        package init(_ key: String, _ shape: JSONShape, isRequired: Bool = true) {
            self.key = key
            self.shape = shape
            self.isRequired = isRequired
        }
    }

    package private(set) var properties: [Property]

    /// An object of these properties, whose keys are unique.
    package init(_ properties: [Property] = []) {
        self.properties = properties
    }

    /// Adds what `other` knows: a property that one of both lacks is not required.
    package mutating func merge(_ other: ObjectShape) {
        let places = Dictionary(uniqueKeysWithValues: properties.enumerated().map { ($1.key, $0) })
        let others = Set(other.properties.map(\.key))
        for index in properties.indices where !others.contains(properties[index].key) {
            properties[index].isRequired = false
        }
        for var property in other.properties {
            if let place = places[property.key] {
                properties[place].shape.merge(property.shape)
                properties[place].isRequired = properties[place].isRequired && property.isRequired
            } else {
                property.isRequired = false
                properties.append(property)
            }
        }
    }
}

extension ObjectShape: Hashable {
    /// Whether they have equal properties, in any order.
    package static func == (one: ObjectShape, other: ObjectShape) -> Bool {
        one.properties.count == other.properties.count && Set(one.properties) == Set(other.properties)
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(Set(properties))
    }
}
