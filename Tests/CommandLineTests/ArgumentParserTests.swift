import Testing

@testable import receipt_audit

@Suite("Argument parser")
struct ArgumentParserTests {
  private let parser = ArgumentParser(commands: CommandTable.commands)

  private func run(_ words: String...) throws -> (Command, Arguments) {
    guard case .run(let command, let arguments) = try parser.parse(words) else {
      throw UsageError("not a command")
    }
    return (command, arguments)
  }

  private func message(_ words: String...) -> String? {
    do {
      _ = try parser.parse(words)
      return nil
    } catch {
      return (error as? UsageError)?.description
    }
  }

  @Test("Values stand behind a space, an equals sign, or a short option itself")
  func values() throws {
    let (command, arguments) = try run(
      "run", "--limit", "5", "--jobs=3", "-dshop", "-h", "/tmp", "-U", "me", "-p5433")
    #expect(command.name == "run")
    #expect(try arguments.count(.limit) == 5)
    #expect(try arguments.count(.jobs) == 3)
    #expect(arguments.value(.database) == "shop")
    #expect(arguments.value(.host) == "/tmp")
    #expect(arguments.value(.user) == "me")
    #expect(arguments.value(.port) == "5433")
  }

  @Test("Options may stand before the command and between its words")
  func before() throws {
    let (command, arguments) = try run("-d", "shop", "schema", "--json", "up")
    #expect(command.name == "schema up")
    #expect(arguments.value(.database) == "shop")
    #expect(arguments.json)
  }

  @Test("A repeated option keeps every value, in order")
  func repeated() throws {
    let (_, arguments) = try run("run", "--trust-anchor", "a", "--trust-anchor=b")
    #expect(arguments.all(.trustAnchor) == ["a", "b"])
  }

  @Test("A lone dash is a file, and two dashes end the options")
  func dashes() throws {
    let (_, arguments) = try run("inspect", "-", "--", "--json")
    #expect(arguments.operands == ["-", "--json"])
  }

  @Test("An unknown option is named, and the nearest known one with it")
  func unknownOption() {
    #expect(message("run", "--ful") == "unknown option --ful; did you mean --full?")
    #expect(message("run", "-z") == "unknown option -z")
    #expect(message("--vrsion") == "unknown option --vrsion; did you mean --version?")
  }

  @Test("The value of an unknown option is not repeated")
  func noValueShown() {
    #expect(message("run", "--password=hunter2")?.contains("hunter2") == false)
  }

  @Test("An unknown command is named, and the nearest known one with it")
  func unknownCommand() {
    #expect(message("rnu") == "unknown command \"rnu\"; did you mean \"run\"?")
    #expect(
      message("schema", "upp") == "unknown command \"schema upp\"; did you mean \"schema up\"?")
  }

  @Test("A missing value, command, word or operand is an error")
  func missing() {
    #expect(message("run", "--limit") == "option --limit needs a value: RECEIPTS")
    #expect(message() == "no command given; see receipt-audit --help")
    #expect(message("export")?.hasPrefix("\"export\" needs one more word: export findings") == true)
    #expect(message("inspect") == "FILE is missing")
  }

  @Test("A flag takes no value, and an argument too many is an error")
  func tooMuch() {
    #expect(message("run", "--full=yes") == "option --full takes no value")
    #expect(message("runs", "3") == "unexpected argument \"3\"")
  }

  @Test(
    "Numbers, sizes and times that are none are errors", arguments: ["0", "-1", "x", "1e3", ""])
  func numbers(text: String) throws {
    let (_, arguments) = try run(
      "run", "--limit=\(text)", "--max-receipt-size=\(text)", "--as-of=\(text)")
    #expect(throws: UsageError.self) { try arguments.count(.limit) }
    #expect(throws: UsageError.self) { try arguments.bytes(.maxReceiptSize) }
    #expect(throws: UsageError.self) { try arguments.instant(.asOf) }
  }

  @Test("Sizes take the powers of 1024")
  func sizes() throws {
    let (_, arguments) = try run("run", "--max-receipt-size", "16M")
    #expect(try arguments.bytes(.maxReceiptSize) == 16 << 20)
  }
}
