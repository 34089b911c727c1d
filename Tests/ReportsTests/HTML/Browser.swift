import Foundation

/// A headless Chromium, spoken to by its DevTools protocol over two pipes.
final class Browser {
  static let program: String? =
    ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"]
    .map { "/usr/bin/\($0)" }.first { FileManager.default.isExecutableFile(atPath: $0) }

  /// Whether tests without a browser fail: somebody relies on what they show.
  static let isAskedFor = ProcessInfo.processInfo.environment["RECEIPT_BROWSER"] != nil

  struct Silent: Error, CustomStringConvertible {
    let description: String
  }

  private let process: pid_t
  private let commands: Int32
  private let answers: Int32
  private let profile: TemporaryFolder
  private var buffer: [UInt8] = []
  private var session: String?
  private var number = 0
  /// Everything that happened in the page, by method.
  private(set) var events: [(method: String, parameters: [String: Any])] = []

  init() throws {
    profile = try TemporaryFolder()
    var toBrowser: [Int32] = [0, 0]
    var fromBrowser: [Int32] = [0, 0]
    guard let program = Browser.program, pipe(&toBrowser) == 0, pipe(&fromBrowser) == 0 else {
      throw Silent(description: "no Chromium in /usr/bin; jobs/setup --browser installs one")
    }
    for end in [toBrowser[1], fromBrowser[0]] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // Moved out of the way first: the pipes may lie at 3 and 4 themselves.
    posix_spawn_file_actions_adddup2(&actions, toBrowser[0], 60)
    posix_spawn_file_actions_adddup2(&actions, fromBrowser[1], 61)
    posix_spawn_file_actions_adddup2(&actions, 60, 3)
    posix_spawn_file_actions_adddup2(&actions, 61, 4)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    let words = [
      program, "--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe",
      "--user-data-dir=\(profile.path)", "--hide-scrollbars", "about:blank",
    ]
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var started: pid_t = 0
    let status = posix_spawn(&started, program, &actions, nil, &arguments, environ)
    close(toBrowser[0])
    close(fromBrowser[1])
    guard status == 0 else { throw Silent(description: "cannot start \(program)") }
    process = started
    commands = toBrowser[1]
    answers = fromBrowser[0]
  }

  deinit {
    close(commands)
    close(answers)
    kill(process, SIGKILL)
    waitpid(process, nil, 0)
  }

  /// Opens a file in a window of that width, and waits until it is loaded.
  func open(_ path: String, width: Int, dark: Bool = false) throws {
    let target = try call("Target.createTarget", ["url": "about:blank"])["targetId"] as? String
    let attached = try call(
      "Target.attachToTarget", ["targetId": target ?? "", "flatten": true])
    session = attached["sessionId"] as? String
    for domain in ["Page", "Network", "Log", "Runtime", "Debugger"] {
      try call("\(domain).enable")
    }
    try call(
      "Emulation.setDeviceMetricsOverride",
      ["width": width, "height": 800, "deviceScaleFactor": 1, "mobile": true])
    try call(
      "Emulation.setEmulatedMedia",
      ["features": [["name": "prefers-color-scheme", "value": dark ? "dark" : "light"]]])
    events.removeAll()
    try call("Page.navigate", ["url": "file://\(path)"])
    let deadline = Date(timeIntervalSinceNow: 60)
    while !events.contains(where: { $0.method == "Page.loadEventFired" }) {
      try receive(before: deadline)
    }
  }

  /// The value of an expression, evaluated by the debugger and not by the page.
  func value(_ expression: String) throws -> Any? {
    let answer = try call(
      "Runtime.evaluate", ["expression": expression, "returnByValue": true])
    return (answer["result"] as? [String: Any])?["value"]
  }

  /// What came of a kind, as the text of one of its parameters.
  func happened(_ method: String) -> [[String: Any]] {
    events.filter { $0.method == method }.map(\.parameters)
  }

  @discardableResult
  func call(_ method: String, _ parameters: [String: Any] = [:]) throws -> [String: Any] {
    number += 1
    var message: [String: Any] = ["id": number, "method": method, "params": parameters]
    if let session { message["sessionId"] = session }
    let bytes = [UInt8](try JSONSerialization.data(withJSONObject: message)) + [0]
    guard write(commands, bytes, bytes.count) == bytes.count else {
      throw Silent(description: "the browser takes no commands")
    }
    let deadline = Date(timeIntervalSinceNow: 60)
    while true {
      guard let answer = try receive(before: deadline), answer["id"] as? Int == number else {
        continue
      }
      guard let result = answer["result"] as? [String: Any] else {
        throw Silent(description: "\(method): \(answer)")
      }
      return result
    }
  }

  /// The next message; events are kept and nil is answered.
  @discardableResult
  private func receive(before deadline: Date) throws -> [String: Any]? {
    while !buffer.contains(0) {
      var waiting = pollfd(fd: answers, events: Int16(POLLIN), revents: 0)
      let left = Int32(max(0, deadline.timeIntervalSinceNow * 1000))
      guard poll(&waiting, 1, left) > 0 else { throw Silent(description: "no answer in time") }
      var piece = [UInt8](repeating: 0, count: 1 << 16)
      let count = read(answers, &piece, piece.count)
      guard count > 0 else { throw Silent(description: "the browser has gone") }
      buffer += piece.prefix(count)
    }
    let message = buffer.prefix { $0 != 0 }
    buffer.removeFirst(message.count + 1)
    let object = try JSONSerialization.jsonObject(with: Data(message)) as? [String: Any] ?? [:]
    guard let method = object["method"] as? String else { return object }
    events.append((method, object["params"] as? [String: Any] ?? [:]))
    return nil
  }
}
