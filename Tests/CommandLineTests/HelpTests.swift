import Testing

@testable import receipt_audit

@Suite("Help")
struct HelpTests {
  @Test("The help of every command explains every option and gives an example of that command")
  func everyCommand() throws {
    for command in CommandTable.commands {
      let help = CommandTable.help(command.words)
      #expect(help.contains("Example"), "\(command.name)")
      #expect(!command.examples.isEmpty, "\(command.name)")
      for example in command.examples {
        #expect(example.contains("receipt-audit \(command.name)"), "\(command.name)")
        #expect(help.contains(example))
      }
      for option in command.options {
        #expect(help.contains("--\(option.long)"))
        #expect(!option.help.isEmpty)
      }
    }
  }

  @Test("The whole help lists every command and every exit status, in lines of a terminal's width")
  func whole() {
    let help = CommandTable.help([])
    for command in CommandTable.commands { #expect(help.contains(command.name)) }
    for status in ["130", "143"] { #expect(help.contains(status)) }
    for command in [[]] + CommandTable.commands.map(\.words) {
      for line in CommandTable.help(command).split(separator: "\n") {
        #expect(line.count <= 100, "\(line)")
      }
    }
  }

  @Test("Every example parses")
  func examples() throws {
    let parser = ArgumentParser(commands: CommandTable.commands)
    for command in CommandTable.commands {
      for example in command.examples {
        let call = example.components("receipt-audit ").last ?? ""
        let words = call.split(separator: " ").map(String.init).prefix { $0 != ">" && $0 != "|" }
        guard case .run(let parsed, _) = try parser.parse(Array(words)) else {
          Issue.record("\(example) is no call of a command")
          continue
        }
        #expect(parsed.name == command.name)
      }
    }
  }
}

extension String {
  fileprivate func components(_ separator: String) -> [String] {
    var parts: [String] = []
    var rest = self[...]
    while let range = rest.firstRange(of: separator) {
      parts.append(String(rest[..<range.lowerBound]))
      rest = rest[range.upperBound...]
    }
    return parts + [String(rest)]
  }
}
