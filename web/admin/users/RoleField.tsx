import { ChevronDown, CircleAlert } from 'lucide-react';
import { useId } from 'react';
import type { UserRole } from '../../data/admin/users.ts';
import { useArea } from '../../i18n/areas.ts';

const roles: readonly UserRole[] = ['driver', 'admin'];

export interface RoleFieldProps {
  readonly value: UserRole;
  readonly onChange: (role: UserRole) => void;
  /** The administrator's own account. */
  readonly own: boolean;
  /** Explains the consequences of the choice. */
  readonly note?: string | undefined;
  readonly error?: string | undefined;
}

export function RoleField({ value, onChange, own, note, error }: RoleFieldProps) {
  const t = useArea('admin');
  const id = useId();
  const hint = own ? t.userForm.ownRole : note;
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-small font-semibold">
        {t.role}
      </label>
      <div className="relative">
        <select
          id={id}
          value={value}
          disabled={own}
          aria-invalid={error ? true : undefined}
          aria-describedby={hint || error ? `${id}-note` : undefined}
          onChange={(event) => onChange(event.target.value === 'admin' ? 'admin' : 'driver')}
          className="min-h-14 w-full appearance-none rounded-control border-2 border-line-strong bg-surface-raised pr-14 pl-4 text-body text-ink focus-visible:outline-offset-1 disabled:border-line disabled:text-ink-soft disabled:opacity-100"
        >
          {roles.map((role) => (
            <option key={role} value={role}>
              {t.roles[role]}
            </option>
          ))}
        </select>
        <ChevronDown
          size={24}
          aria-hidden="true"
          className="pointer-events-none absolute top-4 right-4 text-ink-soft"
        />
      </div>
      {error ? (
        <p id={`${id}-note`} className="flex items-start gap-1.5 text-small font-medium text-danger">
          <CircleAlert size={18} className="mt-0.5 shrink-0" aria-hidden="true" />
          {error}
        </p>
      ) : (
        hint && (
          <p id={`${id}-note`} className="text-small text-ink-soft">
            {hint}
          </p>
        )
      )}
    </div>
  );
}
