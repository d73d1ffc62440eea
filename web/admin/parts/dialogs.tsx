import { useId, type FormEvent, type ReactNode } from 'react';
import { focusField } from '../../forms/focusField.ts';
import { TextArea } from '../../forms/TextArea.tsx';
import { useNamespace } from '../../i18n/namespaces.ts';
import { useMessages } from '../../i18n/LanguageProvider.tsx';
import type { ErrorPhrases } from '../../i18n/describeError.ts';
import { Button, type ButtonProps } from '../../ui/Button.tsx';
import { Dialog, type DialogProps } from '../../ui/Dialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { DraftLine } from './DraftLine.tsx';
import { useRecordLocation } from './record/useRecordLocation.ts';
import { useOnDone, type SectionProps } from './section.ts';
import { useChange, useChangeForm } from './useChange.ts';
import type { FormDraft } from './useFormDraft.ts';
import type { Removal } from './useRemovals.ts';
import { SmallButton } from './SmallButton.tsx';

interface ChoiceDialogProps extends Pick<DialogProps, 'title' | 'width' | 'children'> {
  /** The button that performs the dialog's act. */
  readonly submit: Pick<ButtonProps, 'type' | 'form' | 'variant' | 'disabled' | 'onClick' | 'children'>;
  /** The other button, «Cancelar» unless given. */
  readonly cancel?: { readonly label: string; readonly onClick: () => void } | undefined;
  /** The act is under way: the dialog stays open. */
  readonly busy?: boolean;
  /** A further button beside them. */
  readonly further?: ReactNode;
  /** Closes the act that the address names unless given. */
  readonly onClose?: (() => void) | undefined;
}

/** A dialog with two buttons, of which one performs an act. */
function ChoiceDialog({ submit, cancel, busy = false, further, ...dialog }: ChoiceDialogProps) {
  const { common } = useMessages();
  const t = useNamespace('admin');
  const onClose = useClosing(dialog);
  const close = () => {
    if (!busy) onClose();
  };
  const { label, onClick } = cancel ?? { label: t.cancel, onClick: close };
  return (
    <Dialog
      {...dialog}
      open
      onClose={close}
      closeLabel={common.close}
      footer={
        <div className="flex flex-wrap justify-end gap-3">
          <SmallButton onClick={onClick}>{label}</SmallButton>
          {/* Enter presses the first one, which stands last: it is the main one. */}
          <Button size="compact" busy={busy} {...submit} className="order-last" />
          {further}
        </div>
      }
    />
  );
}

/** The closing of a dialog: that of the act that the address names, unless it has one of its own. */
function useClosing({ onClose }: Pick<ChoiceDialogProps, 'onClose'>): () => void {
  const { close } = useRecordLocation();
  return onClose ?? close;
}

export interface FormDialogProps extends Omit<ChoiceDialogProps, 'submit' | 'further' | 'busy'> {
  /** As `useForm` gives it. */
  readonly form: {
    readonly busy?: boolean;
    /** Stands below the fields. */
    readonly errorText?: string | undefined;
    readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
    /** The cancel button throws it away; closing in another way keeps it. */
    readonly draft?: FormDraft | undefined;
  };
  /** The label of the button that submits; «Guardar» unless given. */
  readonly action?: string | undefined;
  readonly disabled?: boolean;
  /** A second button that submits; `name` tells them apart. */
  readonly next?: { readonly name: string; readonly label: string };
  /** Begins in the first field, instead of at the dialog's first control. */
  readonly focusesField?: boolean;
  readonly formClass?: string;
  /** Stands below the form. */
  readonly after?: ReactNode;
}

/** A form in a dialog. It closes unless the form is being sent. */
export function FormDialog(props: FormDialogProps) {
  const { form, action, disabled = false, next, focusesField, formClass, after, children, ...dialog } = props;
  const { busy = false, errorText, onSubmit, draft } = form;
  const { save, cancel } = useNamespace('admin');
  const id = useId();
  const onClose = useClosing(dialog);
  const throwAway = () => {
    if (busy) return;
    draft?.discard();
    onClose();
  };
  return (
    <ChoiceDialog
      {...(draft && { cancel: { label: cancel, onClick: throwAway } })}
      {...dialog}
      busy={busy}
      submit={{ type: 'submit', form: id, disabled, children: action ?? save }}
      further={
        next && (
          <SmallButton type="submit" form={id} name={next.name} busy={busy} disabled={disabled}>
            {next.label}
          </SmallButton>
        )
      }
    >
      <form
        ref={focusesField ? focusField : undefined}
        id={id}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit(event);
        }}
        className={formClass ?? 'flex flex-col gap-4'}
      >
        <DraftLine draft={draft} />
        {children}
        {errorText && <Notice tone="error">{errorText}</Notice>}
      </form>
      {after}
    </ChoiceDialog>
  );
}

export interface ReasonDialogProps extends Pick<
  FormDialogProps,
  'title' | 'action' | 'width' | 'children' | 'onClose'
> {
  readonly label: string;
  /** Names the draft, as in `ChangeFormOptions`. */
  readonly draft: string;
  readonly maxCharacters: number;
  readonly save: (reason: string) => Promise<unknown>;
  readonly phrases?: ErrorPhrases | undefined;
  readonly onSaved: () => void;
}

/** A form that acts with a written reason, and not without. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { label, draft, maxCharacters, save, phrases = {}, onSaved, children, ...dialog } = props;
  const reason = { shape: { kind: 'text', max: maxCharacters, required: true } } as const;
  const form = useChangeForm({
    initial: { reason: '' },
    draft,
    schema: () => ({ reason }),
    phrases,
    save: (written) => save(written.reason),
    onSaved,
  });
  return (
    <FormDialog {...dialog} form={form}>
      {children}
      <TextArea label={label} rows={2} maxLength={maxCharacters} {...form.control('reason')} />
    </FormDialog>
  );
}

export interface ConfirmDialogProps extends Pick<
  ChoiceDialogProps,
  'title' | 'busy' | 'children' | 'onClose'
> {
  /** Label of the button that confirms; «Eliminar» unless given. */
  readonly action?: string | undefined;
  /** The act is not possible at present; the text says why. */
  readonly disabled?: boolean;
  readonly errorText?: string | undefined;
  readonly onConfirm: () => void;
}

/** Asks before something is deleted or removed; `children` explain the consequences. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { action, disabled = false, errorText, onConfirm, children, ...dialog } = props;
  const t = useNamespace('admin');
  return (
    <ChoiceDialog
      {...dialog}
      width="narrow"
      submit={{ variant: 'danger', disabled, onClick: onConfirm, children: action ?? t.delete }}
    >
      {children}
      {errorText && (
        <Notice tone="error" className="mt-4">
          {errorText}
        </Notice>
      )}
    </ChoiceDialog>
  );
}

interface ChangeDialogProps
  extends
    Pick<ConfirmDialogProps, 'title' | 'action' | 'disabled' | 'onClose'>,
    Partial<Pick<ConfirmDialogProps, 'children'>>,
    Partial<Pick<SectionProps, 'onDone'>> {
  readonly change: () => Promise<unknown>;
  /** Says what the change does; `children` take its place. */
  readonly text?: string | undefined;
  /** Says that it was done. */
  readonly done: string;
  readonly phrases?: ErrorPhrases;
}

/** Asks once before a change that cannot be undone. */
export function ChangeDialog({ change, text, done, phrases, onDone, ...dialog }: ChangeDialogProps) {
  const say = useOnDone();
  const onClose = useClosing(dialog);
  const finish = () => {
    onClose();
    (onDone ?? say)(done);
  };
  const { busy, errorText, run } = useChange(change, finish, phrases);
  return (
    <ConfirmDialog {...dialog} busy={busy} errorText={errorText} onConfirm={() => run()}>
      {dialog.children ?? <p>{text}</p>}
    </ConfirmDialog>
  );
}

export interface DeleteDialogProps extends Pick<SectionProps, 'onRemove'> {
  readonly title: string;
  readonly question: string;
  readonly removal: Removal;
  /** Label of the button that deletes; «Eliminar» unless given. */
  readonly action?: string | undefined;
  /** Explains the deletion before its consequences. */
  readonly intro?: ReactNode;
  readonly goes?: readonly string[];
  readonly stays?: readonly string[];
  readonly disabled?: boolean;
  /** Stands below the consequences. */
  readonly children?: ReactNode;
  readonly onClose?: () => void;
}

/** Asks before a row is deleted, and lists the things that the deletion takes along and those that it leaves. */
export function DeleteDialog(props: DeleteDialogProps) {
  const { title, question, action, removal, intro, goes, stays, disabled, children, onRemove } = props;
  const { driverDeletion: t } = useNamespace('admin');
  const { act, leave } = useRecordLocation();
  const onClose = useClosing(props);
  return (
    <ConfirmDialog
      title={title}
      action={action}
      disabled={disabled ?? false}
      // With the record its page goes, where that has opened the dialog.
      onConfirm={() => onRemove(act ? leave : onClose, removal)}
      onClose={onClose}
    >
      <p className="text-lead font-semibold [overflow-wrap:anywhere]">{question}</p>
      {intro && <p className="mt-4">{intro}</p>}
      {goes && <Consequences intro={t.goes} items={goes} />}
      {stays && <Consequences intro={t.stays} items={stays} />}
      {children}
    </ConfirmDialog>
  );
}

export interface ConsequencesProps {
  readonly intro: string;
  readonly items: readonly string[];
}

/** Lists the consequences of an act. */
export function Consequences({ intro, items }: ConsequencesProps) {
  return (
    <>
      <p className="mt-4 font-semibold">{intro}</p>
      <ul className="mt-1 list-disc pl-6 text-ink-soft">
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </>
  );
}
