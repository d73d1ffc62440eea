import { ChevronDown } from 'lucide-react';
import { useId } from 'react';
import type { UserRole } from '../../data/admin/users.ts';
import { Field } from '../../forms/TextField.tsx';
import { useNamespace } from '../../i18n/namespaces.ts';

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
  const t = useNamespace('admin');
  const id = useId();
  const hint = error ? undefined : own ? t.userForm.ownRole : note;
  return (
    <Field id={id} label={t.role} error={error} hint={hint}>
      <div className="relative">
        <select
          id={id}
          value={value}
          disabled={own}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : hint && `${id}-hint`}
          onChange={(event) => onChange(event.target.value === 'admin' ? 'admin' : 'driver')}
          className="min-h-14 w-full appearance-none rounded-control border-2 border-line-strong bg-surface-raised pr-14 pl-4 text-body text-ink focus-visible:outline-offset-1 disabled:border-line disabled:text-ink-soft disabled:opacity-100"
        >
          {roles.map((role) => (
            <option key={role} value={role}>
              {t.roles[role]}
            </option>
          ))}
        </select>
        <ChevronDown size={24} className="pointer-events-none absolute top-4 right-4 text-ink-soft" />
      </div>
    </Field>
  );
}
