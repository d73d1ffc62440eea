import { attacksOnAccounts } from './attacks-on-accounts.ts';
import { attacksOnData, deletePhotoOf, renditionsOf } from './attacks-on-data.ts';
import { attacksOnRealtime } from './attacks-on-realtime.ts';
import { repeat, type Tally } from './attack.ts';
import { createNetwork, type Target } from './network.ts';

export interface Orders {
  readonly target: Target;
  readonly addresses: readonly string[];
  readonly seconds: number;
  readonly ownerEmail: string;
  readonly photoUrl: string;
  /** Skips the attacks that need an account. */
  readonly onlyWithoutAccount: boolean;
}

const needAccount = /^V(4|8|21 photos|23\.9|7, V10)\b/;

/** Every attack from every network, in a process of its own, so that the measurements exclude the cost of attacking. */
async function attack(orders: Orders): Promise<Tally> {
  const { target, addresses, seconds, ownerEmail, photoUrl, onlyWithoutAccount } = orders;
  const tally: Tally = {};
  const signal = AbortSignal.timeout(seconds * 1000);
  const all = [
    ...attacksOnData,
    deletePhotoOf(photoUrl),
    renditionsOf(photoUrl),
    ...attacksOnAccounts(ownerEmail),
    ...attacksOnRealtime,
  ].filter(({ name }) => !(onlyWithoutAccount && needAccount.test(name)));
  await Promise.all(
    addresses.flatMap((address) =>
      all.map((each) => repeat(each, createNetwork(target, address), tally, signal)),
    ),
  );
  return tally;
}

process.once('message', (orders) => {
  void attack(orders as Orders).then((tally) => process.send?.(tally, () => process.exit(0)));
});
