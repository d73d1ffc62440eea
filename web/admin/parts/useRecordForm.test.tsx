import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { DataError } from '../../data/errors.ts';
import { TextField } from '../../forms/TextField.tsx';
import { renderPanel } from '../../testing/administration.tsx';
import { useRecordForm } from './useRecordForm.ts';

interface Stored {
  readonly version: number;
  readonly name: string;
  readonly number: string;
  readonly drivers: readonly string[];
}

const first: Stored = { version: 1, name: 'Diego', number: '1', drivers: ['a', 'b'] };
const newer: Stored = { version: 2, name: 'D. Rojas', number: '2', drivers: ['b'] };

interface RecordProps {
  readonly save: (values: Omit<Stored, 'version'>, base: Stored) => Promise<number>;
  readonly onSaved: (version: number) => void;
}

function Record({ save, onSaved }: RecordProps) {
  const form = useRecordForm({
    record: first,
    valuesOf: ({ name, number, drivers }: Stored) => ({ name, number, drivers }),
    load: async () => newer,
    save,
    phrases: { edit_conflict: 'conflict' },
    onSaved,
  });
  return (
    <form noValidate onSubmit={form.onSubmit}>
      <TextField {...form.field('name')} label="name" autoComplete="off" />
      <TextField {...form.field('number')} label="number" autoComplete="off" />
      <button type="button" onClick={() => form.setValue('drivers', ['b', 'a'])}>
        reorder
      </button>
      <output>{form.values.drivers.join()}</output>
      <p>{form.errorText}</p>
      <button type="submit">save</button>
    </form>
  );
}

const button = (name: string) => page.getByRole('button', { name });

test('after a conflict a draft keeps its own changes, takes over the others and can be saved', async () => {
  const save = vi.fn(async (_values: Omit<Stored, 'version'>, base: Stored) => {
    if (base.version === 1) throw new DataError('edit_conflict', '', 409);
    return base.version;
  });
  const onSaved = vi.fn();
  await renderPanel('es', <Record save={save} onSaved={onSaved} />);
  await page.getByLabelText('name').fill('Diego R.');
  await button('reorder').click();
  await button('save').click();
  await expect.element(page.getByText('conflict')).toBeVisible();
  await expect.element(page.getByLabelText('name')).toHaveValue('Diego R.');
  await expect.element(page.getByLabelText('number')).toHaveValue('2');
  await expect.element(page.getByRole('status')).toHaveTextContent('b');
  expect(onSaved).not.toHaveBeenCalled();
  await button('save').click();
  await vi.waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
  expect(save).toHaveBeenLastCalledWith(
    { name: 'Diego R.', number: '2', drivers: ['b'] },
    newer,
    expect.any(Function),
  );
});

test('another error leaves the draft as it is', async () => {
  const save = async () => Promise.reject(new DataError('network', ''));
  await renderPanel('es', <Record save={save} onSaved={vi.fn()} />);
  await page.getByLabelText('name').fill('Diego R.');
  await button('save').click();
  await expect.element(page.getByLabelText('number')).toHaveValue('1');
  await expect.element(page.getByLabelText('name')).toHaveValue('Diego R.');
});
