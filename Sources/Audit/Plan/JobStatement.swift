import SQLFiles

/// The statements of the nightly job, each a file of its own under `sql/job`.
enum JobStatement: Sendable {
  case session
  case sourceColumns, sourceReadable, sourceRelations, apps
  case sessionFacts, missingPrivileges, probeSource
  case tryLock, policy, knownPolicy
  case openRun, startRun, resumeRun, endRun, countReceipts
  case findPending, planBatches, planSecondLook, countPending, progress
  case claimBatch, fenceBatch, finishBatch, freeBatches, readBatch
  case dispose
  case withdrawReceipts
  case knownCertificates, carriedIssuers, settleCertificates
  case supersedeDocuments, supersedeReceipts, supersedeTransactions, supersedeFindings
  case beginTrial, endTrial
  case countUnfinished, evictBatch, lockBatch, renewLeases, releaseBatch, releaseOwner, splitBatch
  case recordTerms, runTerms, quarantine, quarantineRetry, setAside
  case reportVerdicts, reportFindings
  case guardShares, guardSigners, recordGuard, holdRun, runState, blockers, runSession, endGhost
  case lastPolicy, narrowerPolicies, pastRate, pending, recordReason, reportPlan, reportRun
  case rolePowers, replicaLag, sourcePosition, prospect

  /// The statement as it is in its file.
  var text: String {
    switch self {
    case .session: unsafe String(cString: job_session())
    case .sourceColumns: unsafe String(cString: job_source_columns())
    case .sourceReadable: unsafe String(cString: job_source_readable())
    case .sourceRelations: unsafe String(cString: job_source_relations())
    case .apps: unsafe String(cString: job_apps())
    case .sessionFacts: unsafe String(cString: job_session_facts())
    case .missingPrivileges: unsafe String(cString: job_missing_privileges())
    case .probeSource: unsafe String(cString: job_probe_source())
    case .tryLock: unsafe String(cString: job_try_lock())
    case .policy: unsafe String(cString: job_policy())
    case .knownPolicy: unsafe String(cString: job_known_policy())
    case .openRun: unsafe String(cString: job_open_run())
    case .startRun: unsafe String(cString: job_start_run())
    case .resumeRun: unsafe String(cString: job_resume_run())
    case .endRun: unsafe String(cString: job_end_run())
    case .countReceipts: unsafe String(cString: job_count_receipts())
    case .findPending: unsafe String(cString: job_find_pending())
    case .planBatches: unsafe String(cString: job_plan_batches())
    case .planSecondLook: unsafe String(cString: job_plan_second_look())
    case .countPending: unsafe String(cString: job_count_pending())
    case .progress: unsafe String(cString: job_progress())
    case .claimBatch: unsafe String(cString: job_claim_batch())
    case .fenceBatch: unsafe String(cString: job_fence_batch())
    case .finishBatch: unsafe String(cString: job_finish_batch())
    case .freeBatches: unsafe String(cString: job_free_batches())
    case .readBatch: unsafe String(cString: job_read_batch())
    case .supersedeDocuments: unsafe String(cString: job_supersede_documents())
    case .withdrawReceipts: unsafe String(cString: job_withdraw_receipts())
    case .knownCertificates: unsafe String(cString: job_known_certificates())
    case .carriedIssuers: unsafe String(cString: job_carried_issuers())
    case .settleCertificates: unsafe String(cString: job_settle_certificates())
    case .dispose: unsafe String(cString: job_dispose())
    case .supersedeReceipts: unsafe String(cString: job_supersede_receipts())
    case .supersedeTransactions: unsafe String(cString: job_supersede_transactions())
    case .supersedeFindings: unsafe String(cString: job_supersede_receipt_findings())
    case .reportVerdicts: unsafe String(cString: job_report_verdicts())
    case .reportFindings: unsafe String(cString: job_report_findings())
    case .countUnfinished: unsafe String(cString: job_count_unfinished())
    case .evictBatch: unsafe String(cString: job_evict_batch())
    case .lockBatch: unsafe String(cString: job_lock_batch())
    case .renewLeases: unsafe String(cString: job_renew_leases())
    case .releaseBatch: unsafe String(cString: job_release_batch())
    case .releaseOwner: unsafe String(cString: job_release_owner())
    case .splitBatch: unsafe String(cString: job_split_batch())
    case .recordTerms: unsafe String(cString: job_record_terms())
    case .runTerms: unsafe String(cString: job_run_terms())
    case .quarantine: unsafe String(cString: job_quarantine())
    case .quarantineRetry: unsafe String(cString: job_quarantine_retry())
    case .setAside: unsafe String(cString: job_set_aside())
    case .beginTrial: unsafe String(cString: job_begin_trial())
    case .endTrial: unsafe String(cString: job_end_trial())
    case .guardShares: unsafe String(cString: job_guard_shares())
    case .guardSigners: unsafe String(cString: job_guard_signers())
    case .recordGuard: unsafe String(cString: job_record_guard())
    case .holdRun: unsafe String(cString: job_hold_run())
    case .runState: unsafe String(cString: job_run_state())
    case .blockers: unsafe String(cString: job_blockers())
    case .runSession: unsafe String(cString: job_run_session())
    case .endGhost: unsafe String(cString: job_end_ghost())
    case .lastPolicy: unsafe String(cString: job_last_policy())
    case .narrowerPolicies: unsafe String(cString: job_narrower_policies())
    case .pastRate: unsafe String(cString: job_past_rate())
    case .pending: unsafe String(cString: job_pending())
    case .recordReason: unsafe String(cString: job_record_reason())
    case .reportPlan: unsafe String(cString: job_report_plan())
    case .reportRun: unsafe String(cString: job_report_run())
    case .replicaLag: unsafe String(cString: job_replica_lag())
    case .sourcePosition: unsafe String(cString: job_source_position())
    case .prospect: unsafe String(cString: job_prospect())
    case .rolePowers: unsafe String(cString: job_role_powers())
    }
  }

  /// The statement with each `{name}` replaced, in one pass: what is put in is not looked at again.
  ///
  /// COPY takes no parameters, so its query gets its values as literals that libpq has quoted.
  func filled(_ values: [String: String]) -> String {
    var output = ""
    var rest = Substring(text)
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      let name = String(rest[rest.index(after: open)..<close])
      output += rest[..<open] + (values[name] ?? "{\(name)}")
      rest = rest[rest.index(after: close)...]
    }
    return output + rest
  }
}
