import { MessageCircle } from 'lucide-react';
import { useState } from 'react';
import { maxCaseText } from '../../../shared/cases.ts';
import { isLanguage, type Language } from '../../../shared/languages.ts';
import { chatUrl } from '../../content/links.ts';
import { getEnvironment } from '../../data/environment.ts';
import { answerCase, noteCase, type PassengerCase } from '../../data/fleet/caseAdmin.ts';
import { Checkbox } from '../../forms/Checkbox.tsx';
import { SelectField } from '../../forms/SelectField.tsx';
import { TextArea } from '../../forms/TextArea.tsx';
import { languageNames } from '../../i18n/languages.ts';
import { loadNamespace, useNamespace } from '../../i18n/namespaces.ts';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { linkClass, linkVariants } from '../../ui/linkLook.ts';
import { Notice } from '../../ui/Notice.tsx';
import { ReplyTexts } from '../parts/ReplyTexts.tsx';
import type { SectionProps } from '../parts/section.ts';
import { useChange } from '../parts/useChange.ts';

/** The templates, in the order in which they are offered. */
const templateIds = ['found', 'searching', 'notFound', 'sorry', 'receipt', 'moreDetails'] as const;
type TemplateId = (typeof templateIds)[number];

interface ReplyFormProps extends Pick<SectionProps, 'onDone'> {
  readonly row: PassengerCase;
}

/** The text in the passenger's language, and in Spanish beside it. A template fills both. */
function useReply(row: PassengerCase) {
  const language: Language = isLanguage(row.language) ? row.language : 'es';
  const [reply, setReply] = useState('');
  const [spanish, setSpanish] = useState('');
  const fill = async (id: TemplateId) => {
    const [own, inSpanish] = await Promise.all([
      loadNamespace('cases', language),
      loadNamespace('cases', 'es'),
    ]);
    setReply(own.templates[id].text(row.number));
    setSpanish(inSpanish.templates[id].text(row.number));
  };
  return { language, reply, setReply, spanish, setSpanish, fill };
}

/** Replies to the passenger: always on the ticket page, by mail where mail is sent, and by WhatsApp. */
export function ReplyForm({ row, onDone }: ReplyFormProps) {
  const t = useNamespace('cases');
  const { language, reply, setReply, spanish, setSpanish, fill } = useReply(row);
  const canMail = row.email !== null && getEnvironment().mail !== 'stored';
  const [byMail, setByMail] = useState(canMail);
  /** The chat with the reply that was just sent. */
  const [chat, setChat] = useState<string | null>(null);
  const sending = useChange(
    () => answerCase(row.id, reply, language === 'es' ? null : spanish || null, canMail && byMail),
    () => {
      if (row.phone) setChat(chatUrl(row.phone.replace('+', ''), reply));
      setReply('');
      setSpanish('');
      onDone(t.replied(row.number));
    },
  );
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (reply.trim() !== '') sending.run();
      }}
    >
      <TemplateField onChoose={(id) => void fill(id)} />
      <ReplyTexts
        language={language}
        label={t.replyIn(languageNames[language])}
        spanishLabel={t.inSpanish}
        maxLength={maxCaseText}
        reply={reply}
        onReply={setReply}
        spanish={spanish}
        onSpanish={setSpanish}
      />
      {canMail && <Checkbox label={t.byMail(row.email ?? '')} checked={byMail} onChange={setByMail} />}
      <p className="text-small text-ink-soft">{t.onPage}</p>
      {sending.errorText && <Notice tone="error">{sending.errorText}</Notice>}
      <div className="flex flex-wrap gap-3">
        <Button size="compact" type="submit" busy={sending.busy}>
          {t.send}
        </Button>
        {chat !== null && (
          <a
            href={chat}
            target="_blank"
            rel="noopener noreferrer"
            className={classes(linkClass, linkVariants.secondary)}
          >
            <MessageCircle size={22} className="shrink-0" aria-hidden="true" />
            {t.alsoWhatsapp}
          </a>
        )}
      </div>
    </form>
  );
}

function TemplateField({ onChoose }: { readonly onChoose: (id: TemplateId) => void }) {
  const t = useNamespace('cases');
  const templates = templateIds.map((id) => ({ value: id, label: t.templates[id].name }));
  return (
    <SelectField
      label={t.template}
      value=""
      options={[{ value: '', label: t.chooseTemplate }, ...templates]}
      onChange={(id) => {
        const chosen = templateIds.find((each) => each === id);
        if (chosen) onChoose(chosen);
      }}
    />
  );
}

interface NoteFormProps extends Pick<SectionProps, 'onDone'> {
  readonly id: string;
}

/** A note that only staff read. */
export function NoteForm({ id, onDone }: NoteFormProps) {
  const t = useNamespace('cases');
  const [note, setNote] = useState('');
  const saving = useChange(
    () => noteCase(id, note),
    () => {
      setNote('');
      onDone(t.noted);
    },
  );
  return (
    <form
      className="flex flex-col items-start gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (note.trim() !== '') saving.run();
      }}
    >
      <TextArea
        className="w-full"
        label={t.note}
        hint={t.noteHint}
        rows={2}
        value={note}
        maxLength={maxCaseText}
        onChange={setNote}
      />
      {saving.errorText && <Notice tone="error">{saving.errorText}</Notice>}
      <Button size="compact" type="submit" variant="secondary" busy={saving.busy}>
        {t.addNote}
      </Button>
    </form>
  );
}
