import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { distinctRequests, readBinding, type Binding } from '../changes/bindings.ts';
import { Channel, permissionsFor, topicPrefix, type ChannelOptions, type Line } from './channel.ts';
import { FilterError } from '../changes/filter.ts';
import type { Message } from '../protocol/frames.ts';
import { identify, IdentityError } from '../protocol/credential.ts';
import { readJoinPayload, type ChangesRequest, type JoinPayload } from '../protocol/join-payload.ts';
import { LimitError } from '../quotas/quota.ts';
import type { RealtimeServices } from './client.ts';

/** A join is refused; the message is the `reason` that the client gets. */
export class JoinError extends Error {}

function refusal(error: unknown): string | undefined {
  if (error instanceof FilterError) return error.message;
  // 22xxx and 42xxx: a value that is not of the column's type, an operator that the type does not have.
  if (error instanceof pg.DatabaseError && /^(22|42)/.test(error.code ?? '')) return error.message;
  return undefined;
}

/** The bindings, or why they cannot be. */
function readBindings(requests: readonly ChangesRequest[]): readonly Binding[] | FilterError {
  try {
    return requests.map((request, index) => readBinding(request, index + 1));
  } catch (error) {
    if (error instanceof FilterError) return error;
    throw error;
  }
}

async function channelOptions(
  services: RealtimeServices,
  line: Line,
  message: Message,
  payload: JoinPayload,
  key: string,
): Promise<Omit<ChannelOptions, 'bindings'>> {
  const { topic, joinRef, ref } = message;
  const { broadcast, presence, private: isPrivate } = payload.config ?? {};
  const credential = payload.access_token || key;
  line.seat.countJoin();
  const caller = await identify(services.context, credential);
  const quota = line.seat.identify(caller);
  const permissions = await permissionsFor(services, line, caller, topic, isPrivate ?? false);
  if (!permissions.readBroadcast && !permissions.readPresence)
    throw new JoinError(
      `Unauthorized: You do not have permissions to read from this Channel topic: ${topic.slice(topicPrefix.length)}`,
    );
  return {
    topic,
    joinRef: joinRef ?? ref,
    isPrivate: isPrivate ?? false,
    ack: broadcast?.ack ?? false,
    self: broadcast?.self ?? false,
    presenceEnabled: presence?.enabled ?? false,
    presenceKey: presence?.key || randomUUID(),
    credential,
    permissions,
    quota,
  };
}

function checkTopic(topic: string): void {
  if (!topic.startsWith(topicPrefix) || topic.length === topicPrefix.length || topic.includes('\0'))
    throw new JoinError('unmatched topic');
}

async function subscribe(
  services: RealtimeServices,
  { seat }: Line,
  channel: Channel,
): Promise<string | undefined> {
  try {
    await services.feed.subscribe(channel, (work) => seat.ask(work));
    return undefined;
  } catch (error) {
    const reason = refusal(error);
    if (reason === undefined) throw error;
    return reason;
  }
}

/** Why the channel hears of no changes. What it has counted is given back when the subscription fails. */
async function subscribeOrLeave(
  services: RealtimeServices,
  line: Line,
  channel: Channel,
): Promise<string | undefined> {
  if (channel.bindings.length === 0) return undefined;
  try {
    return await subscribe(services, line, channel);
  } catch (error) {
    channel.leave();
    throw error;
  }
}

/**
 * Answers `phx_join`. As upstream, a subscription to tables that cannot be is told in a `system` message after the
 * join, or refuses the join when the client asked to wait for it.
 * @param key what the connection was opened with; counts when the client sends no token
 * @throws JoinError, IdentityError, LimitError
 */
export async function join(
  services: RealtimeServices,
  line: Line,
  message: Message,
  key: string,
  onClose: (channel: Channel) => void,
): Promise<Channel> {
  checkTopic(message.topic);
  const payload = readJoinPayload(message.payload);
  if (!payload) throw new JoinError('the configuration of the channel is not valid');
  const requests = distinctRequests(payload.config?.postgres_changes ?? []);
  if (requests.length > services.limits.bindingsPerChannel)
    throw new JoinError(`at most ${services.limits.bindingsPerChannel} postgres_changes on one channel`);
  const bindings = readBindings(requests);
  const options = await channelOptions(services, line, message, payload, key);
  const readable = bindings instanceof Error ? [] : bindings;
  if (!options.quota.bindings.add(readable.length))
    throw new LimitError(
      `at most ${services.limits.bindingsPerParty} postgres_changes of one account or network`,
    );
  const channel = new Channel(services, line, { ...options, bindings: readable }, () => onClose(channel));

  const failed =
    bindings instanceof Error ? bindings.message : await subscribeOrLeave(services, line, channel);
  if (failed !== undefined && payload.config?.postgres_changes_options?.wait) {
    channel.leave();
    throw new JoinError(`RealtimeDisabledForConfiguration: ${failed}`);
  }
  const answer = requests.map((request, index) => ({ ...request, id: index + 1 }));
  channel.reply(message.ref, 'ok', { postgres_changes: answer });
  channel.enter();
  if (failed !== undefined) channel.tell('postgres_changes', 'error', failed);
  else if (requests.length > 0) channel.tell('postgres_changes', 'ok', 'Subscribed to PostgreSQL');
  return channel;
}

/** The reason that a client is told. Undefined when the failure is not the client's. */
export function joinRefusal(error: unknown): string | undefined {
  if (error instanceof IdentityError) return `${error.code}: ${error.message}`;
  return error instanceof JoinError || error instanceof LimitError ? error.message : undefined;
}
