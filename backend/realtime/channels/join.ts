import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { distinctRequests, readBinding, type Binding } from '../changes/bindings.ts';
import { Channel, permissionsFor, topicPrefix, type ChannelOptions } from './channel.ts';
import { FilterError } from '../changes/filter.ts';
import type { Message } from '../protocol/frames.ts';
import { identify, IdentityError } from '../protocol/credential.ts';
import { readJoinPayload, type ChangesRequest, type JoinPayload } from '../protocol/join-payload.ts';
import { LimitError } from '../quotas/quota.ts';
import type { ConnectedClient } from './client.ts';

/** The join is invalid; the message is the `reason` for the client. */
export class JoinError extends Error {}

/** Returns an error that is the client's; throws any other. */
function clientError(error: unknown): Error {
  if (error instanceof FilterError) return error;
  // 22xxx, 42xxx: a value does not have the column's type, or the type does not have the operator.
  if (error instanceof pg.DatabaseError && /^(22|42)/.test(error.code ?? '')) return error;
  throw error;
}

/** Returns the bindings, or the error of the first invalid one. */
function readBindings(requests: readonly ChangesRequest[]): readonly Binding[] | Error {
  try {
    return requests.map((request, index) => readBinding(request, index + 1));
  } catch (error) {
    return clientError(error);
  }
}

async function channelOptions(
  client: ConnectedClient,
  message: Message,
  { config, access_token: token }: JoinPayload,
): Promise<Omit<ChannelOptions, 'bindings'>> {
  const { topic, joinRef, ref } = message;
  const credential = token || client.key;
  client.slot.countJoin();
  const caller = await identify(client.services.context, credential);
  const quota = client.slot.identify(caller);
  const permissions = await permissionsFor(client, caller, topic, config.private);
  if (!permissions.readBroadcast && !permissions.readPresence)
    throw new JoinError(
      `Unauthorized: You do not have permissions to read from this Channel topic: ${topic.slice(topicPrefix.length)}`,
    );
  return {
    topic,
    joinRef: joinRef ?? ref,
    config,
    presenceKey: config.presence.key || randomUUID(),
    credential,
    permissions,
    quota,
  };
}

function checkTopic(topic: string): void {
  if (!topic.startsWith(topicPrefix) || topic.length === topicPrefix.length || topic.includes('\0'))
    throw new JoinError('unmatched topic');
}

/** Returns the error if the client's bindings do not fit the tables. After any other the channel gives back its quota. */
async function subscribe({ services, slot }: ConnectedClient, channel: Channel): Promise<Error | undefined> {
  if (channel.bindings.length === 0) return undefined;
  const subscribed = services.feed.subscribe(channel, (work) => slot.ask(work)).then(() => undefined);
  return subscribed.catch(clientError).catch((error: unknown) => {
    channel.leave();
    throw error;
  });
}

/**
 * Handles `phx_join`. As upstream, an invalid subscription is reported in a `system` message after the join, or fails the
 * join if the client asked to wait for it.
 * @throws JoinError, IdentityError, LimitError
 */
export async function join(
  client: ConnectedClient,
  message: Message,
  onClose: (channel: Channel) => void,
): Promise<Channel> {
  checkTopic(message.topic);
  const { limits } = client.services;
  const payload = readJoinPayload(message.payload);
  if (!payload) throw new JoinError('the configuration of the channel is not valid');
  const requests = distinctRequests(payload.config.postgres_changes);
  if (requests.length > limits.bindingsPerChannel)
    throw new JoinError(`at most ${limits.bindingsPerChannel} postgres_changes on one channel`);
  const bindings = readBindings(requests);
  const options = await channelOptions(client, message, payload);
  const readable = bindings instanceof Error ? [] : bindings;
  if (!options.quota.bindings.add(readable.length))
    throw new LimitError(`at most ${limits.bindingsPerParty} postgres_changes of one account or network`);
  const channel = new Channel(client, { ...options, bindings: readable }, () => onClose(channel));

  const failure = bindings instanceof Error ? bindings : await subscribe(client, channel);
  if (failure && payload.config.postgres_changes_options.wait) {
    channel.leave();
    throw new JoinError(`RealtimeDisabledForConfiguration: ${failure.message}`);
  }
  const numbered = requests.map((request, index) => ({ ...request, id: index + 1 }));
  channel.reply(message.ref, 'ok', { postgres_changes: numbered });
  channel.enterRoom();
  if (failure) channel.sendSystem('postgres_changes', 'error', failure.message);
  else if (requests.length > 0) channel.sendSystem('postgres_changes', 'ok', 'Subscribed to PostgreSQL');
  return channel;
}

/** The reason to send for a failed join; undefined when the failure is the server's. */
export function joinErrorReason(error: unknown): string | undefined {
  if (error instanceof IdentityError) return `${error.code}: ${error.message}`;
  return error instanceof JoinError || error instanceof LimitError ? error.message : undefined;
}
