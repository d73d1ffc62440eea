import type { Database } from '../../../shared/database.types.ts';
import type { RightsOutcome } from '../../../shared/rights.ts';
import { getDatabase } from '../database.ts';
import { unwrap } from '../errors.ts';

type Tables = Database['public']['Tables'];

/** The columns of every ticket. */
export type Ticket = Omit<Tables['tickets']['Row'], 'sequence' | 'subject'>;

/**
 * A row of `case_list` or `rights_request_list`: a ticket with the columns of its own table. The types are those of the tables,
 * because a column of a view may always be null.
 */
export type TicketRow<Table extends 'cases' | 'rights_requests'> = Ticket & Tables[Table]['Row'];

/** A mail that could not be sent is tried for two days. */
export type MailState = 'waiting' | 'sent' | 'failed';

export interface TimelineEntry {
  readonly id: string;
  readonly kind: 'reply' | 'passenger' | 'note' | 'event';
  /** The code of an event (`CaseEvent`, `RightsEvent`), else the text. */
  readonly body: string;
  readonly spanish: string | null;
  readonly mail: MailState | null;
  readonly created_at: string;
  /** The e-mail address of the person of the company; null for the person who wrote the ticket. */
  readonly author: string | null;
}

/** A ticket with its timeline, the oldest entry first. */
export interface OpenedTicket<Row> {
  readonly row: Row;
  readonly timeline: readonly TimelineEntry[];
}

export async function readTimeline(ticketId: string, signal: AbortSignal): Promise<readonly TimelineEntry[]> {
  const timeline = getDatabase().rpc('ticket_timeline', { ticket_id: ticketId });
  return unwrap(await timeline.abortSignal(signal)) as TimelineEntry[];
}

export interface TicketReply {
  readonly text: string;
  /** Null for a reply that is in Spanish. */
  readonly spanish: string | null;
  readonly byMail: boolean;
  /** Closes a request about personal data; null leaves it open, and for a case. */
  readonly outcome: RightsOutcome | null;
}

/** Replies once, however often it is called with one id. @param id of the reply */
export async function sendTicketReply(
  id: string,
  ticketId: string,
  { text, spanish, byMail, outcome }: TicketReply,
): Promise<void> {
  const given = { ...(spanish !== null && { spanish }), ...(outcome !== null && { outcome }) };
  const sent = { id, ticket_id: ticketId, reply: text, by_mail: byMail, ...given };
  unwrap(await getDatabase().rpc('send_ticket_reply', sent));
}

/** Adds a note that only the company reads. */
export async function noteTicket(id: string, note: string): Promise<void> {
  unwrap(await getDatabase().rpc('note_ticket', { ticket_id: id, note }));
}
