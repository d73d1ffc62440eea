import type { ReactNode } from 'react';
import { describeChanges } from '../../../../shared/content/changes.ts';
import type { Content } from '../../../../shared/content/content.ts';
import { useNamespace } from '../../../i18n/namespaces.ts';
import { useMessages } from '../../../i18n/LanguageProvider.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { ChangeList } from '../publish/ChangeList.tsx';
import { useContent, useStudio } from '../studio.ts';

export interface PreviewDialogProps {
  readonly title: string;
  /** The document as it would be; null until that is known. */
  readonly after: Content | null;
  /** Shown once the change is taken. */
  readonly done: string;
  readonly onClose: () => void;
  /** The choices that lead to the change. */
  readonly children: ReactNode;
}

/** Shows what a change to many prices does before it is taken into the draft. */
export function PreviewDialog({ title, after, done, onClose, children }: PreviewDialogProps) {
  const { common } = useMessages();
  const { cancel } = useNamespace('admin');
  const t = useNamespace('content').prices;
  const { edit, say } = useStudio();
  const content = useContent();
  const changes = after ? describeChanges(content, after) : [];
  const take = () => {
    if (!after) return;
    const { routes } = after;
    edit((current) => ({ ...current, routes }));
    onClose();
    say(done);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      closeLabel={common.close}
      footer={
        <div className="flex flex-wrap justify-end gap-3">
          <Button size="compact" variant="secondary" onClick={onClose}>
            {cancel}
          </Button>
          <Button size="compact" disabled={changes.length === 0} onClick={take}>
            {t.take}
          </Button>
        </div>
      }
    >
      <div className="flex flex-col gap-4">
        {children}
        {after && changes.length === 0 && <p className="text-ink-soft">{t.noChange}</p>}
        {after && changes.length > 0 && (
          <>
            <h3 className="font-semibold">{t.preview}</h3>
            <ChangeList changes={changes} before={content} after={after} />
          </>
        )}
      </div>
    </Dialog>
  );
}
