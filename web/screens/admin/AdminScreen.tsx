import type { User } from '@supabase/auth-js';

export default function AdminScreen({ user }: { user: User }) {
  return (
    <main>
      <h1>{user.email}</h1>
    </main>
  );
}
