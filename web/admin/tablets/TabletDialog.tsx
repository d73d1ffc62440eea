import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { forgetTablet, renameTablet, type Tablet } from '../../data/fleet/tablets.ts';
import { TextField } from '../../forms/TextField.tsx';
import { useMessages } from '../../i18n/LanguageProvider.tsx';
import { useNamespace } from '../../i18n/namespaces.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { ConfirmDialog } from '../parts/ConfirmDialog.tsx';
import type { SectionProps } from '../parts/section.ts';
import { useChange } from '../parts/useChange.ts';
import { useFormat } from '../parts/useFormat.ts';
import { TabletActions } from './TabletActions.tsx';
import { TabletFacts } from './TabletFacts.tsx';
import { TabletStates } from './TabletStates.tsx';
import { useTabletName } from './useTabletName.ts';

export interface TabletDialogProps extends Pick<SectionProps, 'onDone' | 'onRemove'> {
  readonly tablet: Tablet;
  readonly onClose: () => void;
}

const longestName = 60;

/** Everything about one tablet, and everything that an administrator can do with it. */
export function TabletDialog({ tablet, onClose, onDone, onRemove }: TabletDialogProps) {
  const t = useNamespace('tablets');
  const { common } = useMessages();
  const name = useTabletName(tablet);
  const [forgetting, setForgetting] = useState(false);
  const forget = () =>
    onRemove(onClose, {
      id: tablet.id,
      announcement: t.forgetting(name),
      done: t.forgotten(name),
      run: () => forgetTablet(tablet.id),
    });
  return (
    <Dialog open onClose={onClose} title={name} closeLabel={common.close}>
      <div className="flex flex-col gap-6">
        <TabletStates tablet={tablet} />
        <TabletActions tablet={tablet} name={name} onDone={onDone} />
        <Rename tablet={tablet} onDone={onDone} />
        <TabletFacts tablet={tablet} />
        <Report tablet={tablet} />
        <Button
          size="compact"
          variant="quiet"
          icon={<Trash2 size={20} />}
          onClick={() => setForgetting(true)}
          className="self-start"
        >
          {t.forget}
        </Button>
      </div>
      {forgetting && (
        <ConfirmDialog
          title={t.forget}
          action={t.forget}
          onConfirm={forget}
          onClose={() => setForgetting(false)}
        >
          <p>{t.forgetText}</p>
        </ConfirmDialog>
      )}
    </Dialog>
  );
}

function Rename({ tablet, onDone }: Pick<TabletDialogProps, 'tablet' | 'onDone'>) {
  const t = useNamespace('tablets');
  const [draft, setDraft] = useState(tablet.name);
  const { busy, errorText, run } = useChange(
    () => renameTablet(tablet.id, draft.trim()),
    () => onDone(t.renamed(draft.trim())),
  );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (draft.trim() !== '') run();
      }}
      className="flex flex-col gap-3"
    >
      <TextField
        label={t.name}
        hint={t.nameHint}
        value={draft}
        maxLength={longestName}
        autoComplete="off"
        onChange={(event) => setDraft(event.target.value)}
      />
      <Button size="compact" variant="secondary" type="submit" busy={busy} className="self-start">
        {t.rename}
      </Button>
      {errorText && <Notice tone="error">{errorText}</Notice>}
    </form>
  );
}

function Report({ tablet: { report, reported_at: at } }: Pick<TabletDialogProps, 'tablet'>) {
  const t = useNamespace('tablets');
  const format = useFormat();
  if (!report || !at) return null;
  return (
    <section>
      <h3 className="font-semibold">{t.report(format.time(at))}</h3>
      <p className="mt-2 rounded-control bg-surface px-4 py-3 text-small whitespace-pre-wrap [overflow-wrap:anywhere]">
        {report}
      </p>
    </section>
  );
}
