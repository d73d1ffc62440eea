import { useId } from 'react';
import { useAction } from '../../../forms/useAction.ts';
import { useNamespace } from '../../../i18n/namespaces.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { readFileText } from '../../../util/csv.ts';
import { FileField } from '../../parts/FileField.tsx';
import { useDescribeProblem } from '../editor/EditorContext.ts';
import { useContent } from '../studio.ts';
import { PreviewDialog } from './PreviewDialog.tsx';
import { readPrices, type FileProblem } from './priceFile.ts';

/** Reads prices from a file, and shows what will change or why the file is refused. */
export function ImportDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useNamespace('content').prices.import;
  const content = useContent();
  const id = useId();
  const reading = useAction(async (file: File) => readPrices(await readFileText(file), content));
  const result = reading.result;
  return (
    <PreviewDialog
      title={t.title}
      after={result?.kind === 'read' ? result.content : null}
      done={t.done}
      onClose={onClose}
    >
      <FileField id={id} label={t.file} hint={t.hint} onFile={reading.run} />
      {reading.errorText && <Notice tone="error">{reading.errorText}</Notice>}
      {result?.kind === 'refused' && <Refused problems={result.problems} />}
    </PreviewDialog>
  );
}

function Refused({ problems }: { readonly problems: readonly FileProblem[] }) {
  const t = useNamespace('content').prices.import;
  const describe = useDescribeProblem();
  const isOwn = (code: FileProblem['code']): code is keyof typeof t.problems =>
    Object.hasOwn(t.problems, code);
  return (
    <Notice tone="error">
      <p>{t.refused}</p>
      <ul className="list-disc pl-5">
        {problems.map(({ line, code, limit }) => (
          <li key={`${line} ${code}`}>
            {t.line(String(line))}{' '}
            {isOwn(code) ? t.problems[code] : describe({ code, ...(limit !== undefined && { limit }) })}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
