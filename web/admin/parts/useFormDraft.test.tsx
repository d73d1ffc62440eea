import { useState } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { forgetEverything } from '../../data/personal.ts';
import { TextField } from '../../forms/TextField.tsx';
import { admin as words } from '../../i18n/es/admin.ts';
import { renderPanel, SignedIn, signInAs } from '../../testing/administration.tsx';
import { FormDialog } from './dialogs.tsx';
import { useChangeForm } from './useChange.ts';

const { draft: t } = words;
const button = (name: string) => page.getByRole('button', { name, exact: true });
const name = page.getByRole('textbox', { name: 'name' });

interface RecordProps {
  readonly stored: string;
  readonly save?: () => Promise<void>;
}

function RecordDialog({ stored, save, onClose }: Required<RecordProps> & { readonly onClose: () => void }) {
  const form = useChangeForm({
    initial: { name: stored, phone: '' },
    draft: 'record:1',
    changesRecord: true,
    save,
    onSaved: onClose,
  });
  return (
    <FormDialog title="record" form={form} onClose={onClose}>
      <TextField {...form.field('name')} label="name" autoComplete="off" />
    </FormDialog>
  );
}

function Opener({ stored, save = () => Promise.resolve() }: RecordProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        open
      </button>
      {isOpen && <RecordDialog stored={stored} save={save} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Loads the page anew for an account, and opens the form. */
async function load(account = 'carla', props: RecordProps = { stored: 'Ana' }) {
  signInAs(account);
  const rendered = await renderPanel(
    'es',
    <SignedIn>
      <Opener {...props} />
    </SignedIn>,
  );
  await button('open').click();
  return rendered;
}

test('what somebody types survives Escape and a reload, until it is saved', async () => {
  const first = await load();
  await expect.element(name).toHaveValue('Ana');
  await name.fill('Ana Soto');
  await userEvent.keyboard('{Escape}');
  await expect.element(name).not.toBeInTheDocument();
  await button('open').click();
  await expect.element(name).toHaveValue('Ana Soto');
  await expect.element(page.getByText(t.restored)).toBeVisible();
  await first.unmount();

  const second = await load();
  await expect.element(name).toHaveValue('Ana Soto');
  await button(words.save).click();
  await expect.element(name).not.toBeInTheDocument();
  await second.unmount();

  await load();
  await expect.element(name).toHaveValue('Ana');
  await expect.element(page.getByText(t.restored)).not.toBeInTheDocument();
});

test('a draft whose change failed stays', async () => {
  const failing = await load('carla', { stored: 'Ana', save: () => Promise.reject(new TypeError('lost')) });
  await name.fill('Ana Soto');
  await button(words.save).click();
  await expect.element(page.getByRole('dialog').getByRole('alert')).toBeVisible();
  await failing.unmount();
  await load();
  await expect.element(name).toHaveValue('Ana Soto');
});

test('a draft is thrown away by its line or by cancelling, and can be had back', async () => {
  const first = await load();
  await name.fill('Ana Soto');
  await first.unmount();
  await load();
  await button(t.discard).click();
  await expect.element(name).toHaveValue('Ana');
  await expect.element(page.getByText(t.discarded)).toBeVisible();
  await button(words.removal.undo).click();
  await expect.element(name).toHaveValue('Ana Soto');
  await button(words.cancel).click();
  await button('open').click();
  await expect.element(name).toHaveValue('Ana');
  await button(words.removal.undo).click();
  await expect.element(name).toHaveValue('Ana Soto');
});

test('a draft says when its record has changed in the same field since', async () => {
  const first = await load();
  await name.fill('Ana Soto');
  await first.unmount();
  const second = await load('carla', { stored: 'Ana María' });
  await expect.element(page.getByText(t.overtaken)).toBeVisible();
  await expect.element(name).toHaveValue('Ana Soto');
  await second.unmount();
  await load('carla', { stored: 'Ana María' });
  await expect.element(page.getByText(t.overtaken)).toBeVisible();
});

test('another person does not see a draft, and a sign-out removes it', async () => {
  const carla = await load('carla');
  await name.fill('Ana Soto');
  await carla.unmount();
  const olga = await load('olga');
  await expect.element(name).toHaveValue('Ana');
  await olga.unmount();
  forgetEverything();
  await load('carla');
  await expect.element(name).toHaveValue('Ana');
});

test('a form works with a full storage', async () => {
  const save = vi.fn(() => Promise.resolve());
  await load('carla', { stored: 'Ana', save });
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  onTestFinished(() => full.mockRestore());
  await name.fill('Ana Soto');
  await button(words.save).click();
  await expect.element(name).not.toBeInTheDocument();
  expect(save).toHaveBeenCalledOnce();
});
