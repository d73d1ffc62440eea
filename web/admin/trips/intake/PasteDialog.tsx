import { useId, type ClipboardEvent } from 'react';
import { DataError } from '../../../data/errors.ts';
import { TextArea } from '../../../forms/TextArea.tsx';
import { useNamespace } from '../../../i18n/namespaces.ts';
import { maxTextBytes } from '../../../util/reading/text.ts';
import { FormDialog } from '../../parts/dialogs.tsx';
import { FileField } from '../../parts/files/FileField.tsx';
import { useChangeForm } from '../../parts/useChange.ts';
import { useClosing } from '../TripChanges.tsx';
import { readMessages } from './messages.ts';
import { takeInParts, useOutcomeText, usePriceReleases } from './takeInParts.ts';

/** Chromium inserts text into a field in quadratic time: `insertText` took three seconds for 200 messages. */
const longCharacters = 20_000;

/** The text of a field after a long paste; null for one that the browser inserts in no time. */
function longPaste({ target, clipboardData }: ClipboardEvent): string | null {
  const pasted = clipboardData.getData('text/plain');
  if (!(target instanceof HTMLTextAreaElement) || pasted.length < longCharacters) return null;
  const { value, selectionStart, selectionEnd } = target;
  return `${value.slice(0, selectionStart)}${pasted}${value.slice(selectionEnd)}`;
}

/** Takes one message, many, or the file of an exported chat, and makes trips of its bookings. */
export function PasteDialog({ onClose }: { readonly onClose: () => void }) {
  const close = useClosing({ onClose });
  const t = useNamespace('trips').forms;
  const outcomeText = useOutcomeText();
  const releasesOf = usePriceReleases();
  const id = useId();
  const form = useChangeForm({
    // The text of a chosen file stays out of the field, which a long chat would slow down.
    initial: { text: '', chat: null as string | null },
    draft: 'messages',
    notStored: ['chat'],
    phrases: { nothing_read: t.nothingRead },
    // Every other error is one of the connection: the text is as good as before.
    fieldOf: ({ code }) => (code === 'nothing_read' ? 'text' : undefined),
    save: async ({ text, chat }) => {
      const pasted = [text, chat ?? ''].filter((each) => each !== '').join('\n');
      const messages = await readMessages(pasted, releasesOf);
      if (messages.length === 0) throw new DataError('nothing_read', '');
      return outcomeText(messages, await takeInParts(messages));
    },
    onSaved: close,
  });
  return (
    <FormDialog title={t.pasteTitle} action={t.read} focusesField form={form} onClose={onClose}>
      <div
        onPaste={(event) => {
          const text = longPaste(event);
          if (text === null) return;
          event.preventDefault();
          form.setValue('text', text);
        }}
      >
        <TextArea
          label={t.pasteLabel}
          hint={t.pasteHint}
          rows={8}
          maxLength={maxTextBytes}
          {...form.control('text')}
        />
      </div>
      <FileField
        id={id}
        label={t.file}
        hint={t.fileHint}
        disabled={form.busy}
        onText={(read) => {
          form.setValue('chat', read);
          form.clearFieldErrors();
        }}
      />
    </FormDialog>
  );
}
