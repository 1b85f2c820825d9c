#if CURL_ENGINE
    import CCurl

    /// Undoes the coding of a body, and knows whether the coded form was whole; RFC 9110 §8.4.1.
    ///
    /// That is `gzip`, whose trailer is checked, and `deflate`, with or without the wrapper that it ought to have.
    /// Unchecked, because it is reached through one flight's state only, under that flight's lock.
    final class HTTPContentDecoder: @unchecked Sendable {
        private enum Coding { case gzip, deflate }

        private let coding: Coding
        // The state inside points back at it: it must not move.
        private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
        private let output = UnsafeMutableRawBufferPointer.allocate(byteCount: 32 << 10, alignment: 16)
        private var isOpen = false
        private var isAtEnd = false
        private var bytesIn = 0
        private var bytesOut = 0

        /// A decoder of this coding; `nil` if there is none.
        init?(_ coding: String) {
            switch coding.lowercased() {
            case "gzip", "x-gzip": self.coding = .gzip
            case "deflate": self.coding = .deflate
            default:
                output.deallocate()
                stream.deallocate()
                return nil
            }
            stream.initialize(to: z_stream())
        }

        deinit {
            if isOpen { inflateEnd(stream) }
            stream.deinitialize(count: 1)
            stream.deallocate()
            output.deallocate()
        }

        /// Decodes a piece and hands on what comes of it, in pieces that are there during the call only.
        func decode(
            _ bytes: UnsafeRawBufferPointer,
            into take: (UnsafeRawBufferPointer) throws(HTTPTransportError) -> Void
        ) throws(HTTPTransportError) {
            guard let first = bytes.first else { return }
            if !isOpen { try open(first) }
            bytesIn += bytes.count
            stream.pointee.next_in = UnsafeMutablePointer(
                mutating: bytes.assumingMemoryBound(to: UInt8.self).baseAddress
            )
            stream.pointee.avail_in = uInt(bytes.count)
            repeat {
                // Behind the end there may be another member of `gzip`, which counts like the first; RFC 1952 §2.2.
                if isAtEnd {
                    guard coding == .gzip, inflateReset(stream) == Z_OK else {
                        throw HTTPTransportError(.malformedResponse)
                    }
                    isAtEnd = false
                }
                try inflateOnce(into: take)
            } while stream.pointee.avail_in > 0 || stream.pointee.avail_out == 0 && !isAtEnd
        }

        /// Throws if what was decoded is not the whole.
        ///
        /// No byte at all is an empty body: servers name a coding there, too.
        func finish() throws(HTTPTransportError) {
            guard isAtEnd || bytesIn == 0 else { throw HTTPTransportError(.incompleteBody) }
        }

        private func open(_ first: UInt8) throws(HTTPTransportError) {
            // The wrapper's first byte cannot begin bare data as anyone writes it: method 8 in a small window; RFC 1950 §2.2.
            let isWrapped = first & 0x0F == 8 && first >> 4 <= 7
            let bits: Int32 =
                switch coding {
                case .gzip: MAX_WBITS + 16
                case .deflate: isWrapped ? MAX_WBITS : -MAX_WBITS
                }
            guard inflateInit2_(stream, bits, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
                throw HTTPTransportError(.unknown)
            }
            isOpen = true
        }

        private func inflateOnce(
            into take: (UnsafeRawBufferPointer) throws(HTTPTransportError) -> Void
        ) throws(HTTPTransportError) {
            stream.pointee.next_out = output.assumingMemoryBound(to: UInt8.self).baseAddress
            stream.pointee.avail_out = uInt(output.count)
            let result = inflate(stream, Z_NO_FLUSH)
            // Nothing to do is none of both: the input is used up and all output taken.
            guard [Z_OK, Z_STREAM_END, Z_BUF_ERROR].contains(result) else {
                throw HTTPTransportError(.malformedResponse)
            }
            isAtEnd = result == Z_STREAM_END
            let count = output.count - Int(stream.pointee.avail_out)
            bytesOut += count
            guard HTTPDecodingLimit.allows(bytesOut, from: bytesIn) else { throw HTTPTransportError(.responseTooLarge) }
            if count > 0 { try take(UnsafeRawBufferPointer(rebasing: output[..<count])) }
        }
    }
#else
    /// Nothing: where the system's URL loading is the only engine, it decodes.
    struct HTTPContentDecoder: Sendable {
        private let none: Never

        init?(_ coding: String) { nil }

        func decode(
            _ bytes: UnsafeRawBufferPointer,
            into take: (UnsafeRawBufferPointer) throws(HTTPTransportError) -> Void
        ) throws(HTTPTransportError) {}

        func finish() throws(HTTPTransportError) {}
    }
#endif
