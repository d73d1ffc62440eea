import { CircleAlert, CircleCheck, RotateCw, X } from 'lucide-react';
import type { DocumentKind } from '../../../data/documents/documents.ts';
import { SelectField } from '../../../forms/SelectField.tsx';
import { TextField } from '../../../forms/TextField.tsx';
import { useDescribeError } from '../../../i18n/describeError.ts';
import { useNamespace } from '../../../i18n/namespaces.ts';
import { Button } from '../../../ui/Button.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { ownerLabel } from '../DocumentImport.tsx';
import type { JudgedRow, UploadRow } from './uploadRows.ts';

/** The value of a kind that is not chosen yet. */
const noKind = 'none';

interface UploadRowFieldsProps {
  readonly judged: JudgedRow;
  readonly kinds: readonly DocumentKind[];
  /** It is being stored, or is. */
  readonly isLocked: boolean;
  readonly onChange: (changes: Partial<UploadRow>) => void;
  /** Asks for the owner of a plate or code. */
  readonly onOwnerText: (text: string) => void;
  readonly onRetry: () => void;
  readonly onRemove: () => void;
}

/** A file with its owner, kind and expiry, which can be changed, and what becomes of it. */
export function UploadRowFields(props: UploadRowFieldsProps) {
  const { judged, isLocked, onRetry, onRemove } = props;
  const { upload: t } = useNamespace('documentBulk');
  const { row } = judged;
  const { name } = row.file;
  return (
    <li className="flex flex-col gap-1.5 border-b border-line py-2">
      <div className="flex items-center gap-2">
        <span className="min-w-0 flex-1 font-semibold [overflow-wrap:anywhere]">{name}</span>
        {row.state === 'failed' && (
          <Button
            size="compact"
            variant="secondary"
            icon={<RotateCw size={18} />}
            aria-label={t.retryFile(name)}
            disabled={isLocked}
            onClick={onRetry}
          >
            {t.retry}
          </Button>
        )}
        {!isLocked && (
          <IconButton size="compact" label={t.remove(name)} icon={<X size={20} />} onClick={onRemove} />
        )}
      </div>
      {row.fileProblem === null && row.state !== 'stored' && <Assignment {...props} />}
      <Outcome judged={judged} />
    </li>
  );
}

/** The owner, kind and expiry of a file's document. */
function Assignment({ judged, kinds, isLocked, onChange, onOwnerText }: UploadRowFieldsProps) {
  const { upload: t } = useNamespace('documentBulk');
  const { row, isHeld } = judged;
  const { name } = row.file;
  return (
    <div className="grid grid-cols-2 gap-2 sm:grid-cols-[1fr_1fr_1.4fr]">
      <TextField
        hideLabel
        label={t.of(t.owner, name)}
        placeholder={t.owner}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        disabled={isLocked}
        value={row.ownerText}
        onChange={(event) => onChange({ ownerText: event.target.value })}
        onBlur={(event) => onOwnerText(event.target.value)}
      />
      <SelectField
        hideLabel
        size="large"
        label={t.of(t.kind, name)}
        disabled={isLocked}
        value={row.kindId || noKind}
        options={[
          ...(row.kindId === '' ? [{ value: noKind, label: t.chooseKind }] : []),
          ...kinds.map((kind) => ({ value: kind.id, label: kind.name })),
        ]}
        onChange={(kindId) => onChange({ kindId })}
      />
      {!isHeld && (
        <div className="flex items-center gap-2 max-sm:col-span-2">
          <span aria-hidden="true" className="shrink-0 text-small text-ink-soft">
            {t.expires}
          </span>
          <TextField
            hideLabel
            label={t.of(t.expires, name)}
            type="date"
            required
            disabled={isLocked}
            value={row.expiresOn}
            className="min-w-0 flex-1"
            onChange={(event) => onChange({ expiresOn: event.target.value })}
          />
        </div>
      )}
    </div>
  );
}

/** The result for the file, or the reason for none. */
function Outcome({
  judged: { row, owner, isHeld, replaces, problem },
}: Pick<UploadRowFieldsProps, 'judged'>) {
  const { upload: t } = useNamespace('documentBulk');
  const describe = useDescribeError();
  if (row.state === 'stored')
    return (
      <p className="flex items-center gap-1.5 text-small font-medium text-success">
        <CircleCheck size={18} className="shrink-0" />
        {t.stored}
      </p>
    );
  const failure = row.state === 'failed' ? describe(row.error) : problem && t[problem];
  if (failure)
    return (
      <p className="flex items-center gap-1.5 text-small font-medium text-danger">
        <CircleAlert size={18} className="shrink-0" />
        {failure}
      </p>
    );
  const progress = row.state === 'sending' ? t.sending : row.state === 'waiting' ? t.waiting : null;
  const goes = replaces ? t.replaces : isHeld ? t.attaches : t.creates;
  return (
    <p className="text-small text-ink-soft [overflow-wrap:anywhere]">
      {owner && `${ownerLabel(owner)} · `}
      {progress ?? goes}
    </p>
  );
}
