/// Settings travel from a process to those that it starts, through a socket: they may hold a password.
extension ConnectionSettings: Codable {
  private enum CodingKeys: CodingKey {
    case keywords, values
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let keywords = try container.decode([String].self, forKey: .keywords)
    parameters = Array(zip(keywords, try container.decode([String].self, forKey: .values)))
      .map { (keyword: $0, value: $1) }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(parameters.map(\.keyword), forKey: .keywords)
    try container.encode(parameters.map(\.value), forKey: .values)
  }
}
