import Foundation

/// What programs that are started in a network know of names: one name of this host, as long as it is
/// told, and a name server that does not answer.
final class HostNames {
  private static let all = URL(fileURLWithPath: "/etc/netns")
  private let directory: URL
  private let network: Network

  /// `ip netns exec` shows a program the files of this directory in the place of those in /etc
  /// (ip-netns(8)). They are written in place, since it goes on seeing the files that it was shown.
  init(in network: Network) throws {
    self.network = network
    directory = Self.all.appendingPathComponent(network.name)
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    let files = [
      "hosts": "", "nsswitch.conf": "hosts: files dns\n",
      // Nobody has this address (RFC 5737, section 3).
      "resolv.conf": "nameserver 192.0.2.1\noptions timeout:1 attempts:1\n",
    ]
    for (name, text) in files {
      try Data(text.utf8).write(to: directory.appendingPathComponent(name))
    }
  }

  deinit {
    try? FileManager.default.removeItem(at: directory)
    // It may be another test's too, and then is not empty.
    rmdir(Self.all.path)
  }

  func tell(_ name: String) throws { try writeHosts("\(network.address) \(name)\n") }

  func forget() throws { try writeHosts("") }

  private func writeHosts(_ text: String) throws {
    let file = try FileHandle(forWritingTo: directory.appendingPathComponent("hosts"))
    try file.truncate(atOffset: 0)
    try file.write(contentsOf: Data(text.utf8))
    try file.close()
  }
}
