/** A record that an entry is about; a stored name of a deleted one has no id. */
export interface AuditRecord {
  readonly id?: string;
  readonly name?: string;
}

export type AuditRecordKind =
  | 'account'
  | 'announcement'
  | 'breach'
  | 'card'
  | 'case'
  | 'device'
  | 'document'
  | 'document_kind'
  | 'driver'
  | 'release'
  | 'review'
  | 'rights'
  | 'route'
  | 'trip'
  | 'vehicle';

/** An entry of the audit log, as `functions/v1/admin-users/audit` gives it. */
export interface AuditEntry {
  readonly id: string;
  readonly payload: {
    /** The act, as `audit_act` of the database names it. */
    readonly action: string;
    /** Zeros for nobody and for the server itself. */
    readonly actor_id: string;
    readonly actor_username: string;
    readonly traits?: Readonly<Record<string, string | number | boolean>>;
  };
  /** ISO 8601. */
  readonly created_at: string;
  /** Empty for acts of the server itself. */
  readonly ip_address: string;
  /** Records that are there now. */
  readonly subject: Readonly<Partial<Record<AuditRecordKind, AuditRecord>>>;
}
