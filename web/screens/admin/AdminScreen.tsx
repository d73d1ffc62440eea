import type { User } from '@supabase/auth-js';
import { UserPlus } from 'lucide-react';
import { useCallback, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useArea } from '../../i18n/areas.ts';
import { Button } from '../../ui/Button.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { AdminHeader } from './AdminHeader.tsx';
import { DriversSection } from './drivers/DriversSection.tsx';
import { StatusBar } from './parts/StatusBar.tsx';
import { useListLocation, type Section } from './parts/useListLocation.ts';
import { useLiveLists } from './parts/useLiveLists.ts';
import { UserDialog } from './users/UserDialog.tsx';
import { UsersSection } from './users/UsersSection.tsx';

/** The administration panel: drivers and user accounts. */
export default function AdminScreen({ user }: { user: User }) {
  const t = useArea('admin');
  const location = useListLocation();
  const { section } = location;
  const heading = useRef<HTMLHeadingElement>(null);
  const [creating, setCreating] = useState(false);
  const [message, setMessage] = useState('');
  useLiveLists();
  const dismiss = useCallback(() => setMessage(''), []);

  const removed = (close: () => void, done: string) => {
    // Closing gives the focus back to the button that opened the dialog, which went with its row.
    flushSync(close);
    heading.current?.focus();
    setMessage(done);
  };
  const tabs: readonly { id: Section; label: string }[] = [
    { id: 'drivers', label: t.drivers },
    { id: 'users', label: t.users },
  ];

  return (
    <div className="flex min-h-page flex-col">
      <AdminHeader user={user} />
      <main className="mx-auto w-full max-w-7xl flex-1 px-4 pt-5 pb-4 md:px-6">
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 pb-2 lg:pb-4">
          <h1 ref={heading} tabIndex={-1} className="headline text-title">
            {t.title}
          </h1>
          <Button
            size="compact"
            icon={<UserPlus size={22} aria-hidden="true" className="shrink-0" />}
            onClick={() => setCreating(true)}
          >
            {t.userForm.create}
          </Button>
        </div>
        <div className="relative">
          <Tabs
            name="admin"
            label={t.sections}
            tabs={tabs}
            selected={section}
            onSelect={(next) => {
              if (next !== section) location.setSection(next);
            }}
          >
            <div key={section} className="flex flex-col gap-4">
              <h2 className="sr-only">{section === 'users' ? t.users : t.drivers}</h2>
              {section === 'users' ? (
                <UsersSection location={location} ownId={user.id} onDone={setMessage} onRemoved={removed} />
              ) : (
                <DriversSection location={location} onDone={setMessage} onRemoved={removed} />
              )}
            </div>
          </Tabs>
        </div>
      </main>
      <StatusBar message={message} dismissLabel={t.dismiss} onDismiss={dismiss} />
      {creating && (
        <UserDialog
          account={null}
          own={false}
          onClose={() => setCreating(false)}
          onSaved={({ email }) => {
            setCreating(false);
            setMessage(t.userList.created(email));
          }}
        />
      )}
    </div>
  );
}
