import Audit
import PostgreSQL
import TestSupport
import Testing

@Suite("Sessions of the audit")
struct AuditSessionTests {
  @Test("functions and tables named like ours in another schema are not taken for them")
  func shadowing() throws {
    let fixture = try AuditFixture()
    try fixture.insert(try AuditFixture.everyKind().map(\.stored))
    let name = try fixture.connection.escapeIdentifier(fixture.database.name)
    try fixture.connection.execute(
      """
      create schema evil;
      create function evil.count(anyelement) returns bigint language plpgsql
        as $$ begin raise exception 'shadowed'; end $$;
      create function evil.now() returns timestamptz language plpgsql
        as $$ begin raise exception 'shadowed'; end $$;
      create function evil.hashtext(text) returns integer language plpgsql
        as $$ begin raise exception 'shadowed'; end $$;
      create function evil.octet_length(bytea) returns integer language plpgsql
        as $$ begin raise exception 'shadowed'; end $$;
      create function public.pg_try_advisory_lock(integer, integer) returns boolean
        language plpgsql as $$ begin raise exception 'shadowed'; end $$;
      create table evil.runs (run_id text);
      create table public.published (run_id text);
      alter database \(name) set search_path = evil, public, pg_catalog;
      """)
    #expect(try fixture.run().status == .published)
    #expect(try fixture.count("select from evil.runs") == 0)
  }

  @Test("time limits of a role or a database do not end a run half way")
  func timeLimits() throws {
    let fixture = try AuditFixture()
    let name = try fixture.connection.escapeIdentifier(fixture.database.name)
    try fixture.connection.execute("alter database \(name) set statement_timeout = '1ms'")
    let session = try AuditSession.open(fixture.database.settings)
    #expect(try session.query("select pg_sleep(0.05)::text as slept").count == 1)
  }
}
