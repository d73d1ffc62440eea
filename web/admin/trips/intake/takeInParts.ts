import { readRelease } from '../../../data/content/releases.ts';
import { messageOutcomes, takeMessages, type TakenTrip } from '../../../data/trips/trips.ts';
import { useNamespace } from '../../../i18n/namespaces.ts';
import { useRelease } from '../../../content/ContentProvider.tsx';
import { useFormat } from '../../parts/useFormat.ts';
import { joined } from '../tripWords.ts';
import type { PastedMessage, PriceReleases } from './messages.ts';

/** The server takes 1,000 messages by the hundred in two seconds; 500 in one transaction passed its limit of eight. */
const messagesAtOnce = 100;

/**
 * Sends messages to the server, part by part. A call that is repeated after a lost response makes no second trip.
 * @returns the outcome of each message, in their order
 */
export async function takeInParts(messages: readonly PastedMessage[]): Promise<readonly TakenTrip[]> {
  const taken: TakenTrip[] = [];
  for (let begin = 0; begin < messages.length; begin += messagesAtOnce) {
    const part = messages.slice(begin, begin + messagesAtOnce);
    // One after the other: a later message may change the trip of an earlier one.
    taken.push(
      ...(await takeMessages(part.map(({ key, text, fields, person }) => ({ key, text, fields, person })))),
    );
  }
  return taken;
}

/** Counts the outcomes of messages in one sentence. */
export function useOutcomeText(): (
  messages: readonly PastedMessage[],
  taken: readonly TakenTrip[],
) => string {
  const { outcome: t } = useNamespace('trips').forms;
  const { count } = useFormat();
  return (messages, taken) => {
    const textOf = (each: keyof typeof t, { length }: readonly TakenTrip[]) =>
      length > 0 && t[each](length, count(length));
    const parts = messageOutcomes.map((each) =>
      textOf(
        each,
        taken.filter(({ outcome }) => outcome === each),
      ),
    );
    const unread = taken.filter(({ outcome }, index) => outcome === 'added' && messages[index]?.isUnread);
    return `${joined([...parts, textOf('unread', unread)], ', ')}.`;
  };
}

/** Reads the releases by which the prices of messages are checked: one that cannot be read is left out. */
export function usePriceReleases(): (ids: readonly number[]) => Promise<PriceReleases> {
  const { release: own } = useRelease();
  return async (ids) => {
    const newest = await readRelease().catch(() => null);
    const read = await Promise.all(ids.map((id) => readRelease(id).catch(() => null)));
    const named = new Map(read.flatMap((each) => (each ? [[each.id, each.content] as const] : [])));
    return { newest: newest?.content ?? own.content, named };
  };
}
