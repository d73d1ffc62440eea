import type { User } from '@supabase/auth-js';
import type { Driver } from '../../data/drivers.ts';

export interface HomeScreenProps {
  readonly driver: Driver;
  readonly user: User;
}

export default function HomeScreen({ driver, user }: HomeScreenProps) {
  return (
    <main data-user={user.id}>
      <h1>{driver.name}</h1>
    </main>
  );
}
