// swift-tools-version: 6.2
import PackageDescription

/// One list for every target: what the language will require next is required here now, and a warning is an error.
let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("ImmutableWeakCaptures"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .treatAllWarnings(as: .error),
    .treatWarning("ExplicitSendable", as: .error),
]

/// The engine over libcurl is for Linux; elsewhere the system's URL loading is as good.
let curl = (platforms: [Platform.linux], traits: Set(["CurlEngine"]))

let package = Package(
    name: "RequestScheduler",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        .library(name: "RequestScheduler", targets: ["RequestScheduler"]),
        .library(name: "RequestTransports", targets: ["RequestTransports"]),
        .library(name: "RequestStores", targets: ["RequestStores"]),
        .executable(name: "generate-requests", targets: ["generate-requests"]),
    ],
    traits: [
        .trait(
            name: "CurlEngine",
            description: "Sends HTTP by the system's libcurl on Linux, which needs its headers and those of zlib."
        ),
        .default(enabledTraits: ["CurlEngine"]),
    ],
    targets: [
        .target(name: "RequestScheduler", path: "Sources/Scheduler"),
        .target(
            name: "RequestTransports",
            dependencies: [
                "RequestScheduler",
                .target(name: "CCurl", condition: .when(platforms: curl.platforms, traits: curl.traits)),
            ],
            path: "Sources/Transports",
            exclude: ["CCurl"],
            linkerSettings: [
                .linkedLibrary("curl", .when(platforms: curl.platforms, traits: curl.traits)),
                .linkedLibrary("z", .when(platforms: curl.platforms, traits: curl.traits)),
            ]
        ),
        .target(
            name: "CCurl",
            path: "Sources/Transports/CCurl",
            cSettings: [.define("CURL_ENGINE", .when(platforms: curl.platforms, traits: curl.traits))]
        ),
        .target(
            name: "RequestStores",
            dependencies: ["RequestScheduler", "CSQLite"],
            path: "Sources/Stores",
            exclude: ["CSQLite"]
        ),
        .systemLibrary(
            name: "CSQLite",
            path: "Sources/Stores/CSQLite",
            pkgConfig: "sqlite3",
            providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite3"])]
        ),
        .target(name: "RequestGenerator", path: "Sources/Generator", exclude: ["Command"]),
        .executableTarget(
            name: "generate-requests",
            dependencies: ["RequestGenerator"],
            path: "Sources/Generator/Command"
        ),
        .executableTarget(
            name: "Quickstart",
            dependencies: ["RequestScheduler", "RequestTransports", "RequestStores", "LoopbackServer"],
            path: "Examples/Quickstart"
        ),
        .executableTarget(
            name: "ShowCase",
            dependencies: ["RequestScheduler", "RequestTransports", "RequestStores"],
            path: "Examples/ShowCase"
        ),
        .executableTarget(
            name: "OwnTransport",
            dependencies: ["RequestScheduler", "RequestStores", "LoopbackServer"],
            path: "Examples/OwnTransport"
        ),
        .executableTarget(
            name: "benchmarks",
            dependencies: [
                "RequestScheduler", "RequestTransports", "RequestStores", "LoopbackServer", "BenchmarkKit",
                "CAllocations",
            ],
            path: "Benchmarks",
            exclude: ["Kit", "CAllocations", "check-comparison"]
        ),
        .target(name: "BenchmarkKit", path: "Benchmarks/Kit"),
        .target(name: "CAllocations", path: "Benchmarks/CAllocations"),
        .target(name: "LoopbackServer", dependencies: ["RequestScheduler"], path: "Tests/LoopbackServer"),
        .target(name: "TestSupport", dependencies: ["RequestScheduler"], path: "Tests/TestSupport"),
        .testTarget(
            name: "SchedulerTests",
            dependencies: ["RequestScheduler", "TestSupport"],
            path: "Tests/SchedulerTests",
            exclude: ["BEHAVIOUR.md"]
        ),
        .testTarget(
            name: "TransportsTests",
            dependencies: ["RequestScheduler", "RequestTransports", "LoopbackServer", "TestSupport"],
            path: "Tests/TransportsTests",
            exclude: ["BEHAVIOUR.md"]
        ),
        .testTarget(
            name: "StoresTests",
            dependencies: ["RequestScheduler", "RequestStores", "TestSupport"],
            path: "Tests/StoresTests"
        ),
        .testTarget(
            name: "RequestGeneratorTests",
            dependencies: ["RequestGenerator", "RequestScheduler", "RequestTransports", "TestSupport"],
            path: "Tests/RequestGeneratorTests",
            exclude: ["Samples"]
        ),
        .testTarget(
            name: "BenchmarksTests",
            dependencies: ["BenchmarkKit"],
            path: "Tests/BenchmarksTests"
        ),
        .testTarget(
            name: "EndToEndTests",
            dependencies: [
                "RequestScheduler", "RequestTransports", "RequestStores", "LoopbackServer", "TestSupport",
            ],
            path: "Tests/EndToEndTests"
        ),
        .testTarget(
            name: "InteropTests",
            dependencies: ["RequestScheduler", "RequestTransports", "RequestStores"],
            path: "Tests/InteropTests"
        ),
    ]
)

for target in package.targets where target.type != .system {
    target.swiftSettings =
        settings + [.define("CURL_ENGINE", .when(platforms: curl.platforms, traits: curl.traits))]
}
