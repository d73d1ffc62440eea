import { expect, test } from 'vitest';
import { bareTexts } from './bareText.ts';
import { readSources } from './sources.ts';

test('a translated page: no element comes or goes beside bare text', async () => {
  const sources = await readSources('web', /\.tsx$/);
  expect(bareTexts(sources.filter(({ path }) => !/\.test\.tsx$|\/testing\//.test(path)))).toEqual([]);
});

/** A component with the name of a part that comes and goes, and what it shows. */
const parts = `
  interface Props { hint?: string; icon?: ReactNode; name: string }
  function Maybe({ name }: Props) { return name === '' ? null : <b>{name}</b>; }
  function Word({ name }: Props) { return name; }
  function MaybeWord({ hint }: Props) { return hint ? t.hint(hint) : null; }
  const rows = list.map((each) => <li key={each}>{each}</li>);
`;

const shows = (jsx: string) => bareTexts([{ path: 'a.tsx', text: `${parts}const shown = () => (${jsx});` }]);

test.each([
  '<p>{busy && <Spinner />} Send</p>',
  '<p>{busy ? <Spinner /> : icon}{t.send}</p>',
  '<p>{t.send}{busy && <Spinner />}</p>',
  '<button>{icon}{children}</button>',
  '<p><b>1</b>{wrong && t.wrong}</p>',
  '<p><b>1</b>{wrong ? t.wrong : null}</p>',
  '<p><b>1</b>{wrong ? t.wrong : <i />}</p>',
  '<p><b>1</b>{hint}</p>',
  '<p>{t.title}{rows}</p>',
  '<p>{t.title}{list.map((each) => <b key={each}>{each}</b>)}</p>',
  '<p>{list.map((each) => t.word(each))}</p>',
  '<p>{list.map((each) => <Fragment key={each}>{each} · </Fragment>)}</p>'.replaceAll('Fragment', 'Word'),
  '<p>{wrong && <>{t.wrong} <b /></>}</p>',
  '<><b />{wrong && t.wrong}</>',
  '<p><Maybe name="" /> text</p>',
  '<p>text <Suspense fallback={null}><Late /></Suspense></p>',
  '<p><MaybeWord /></p>',
  '<p><Word />{wrong && <b />}</p>',
  '<div>{`${a} b`}{wrong && <b />}</div>',
])('fails on a translated page: %s', (jsx) => {
  expect(shows(jsx)).toEqual(['a.tsx:7']);
});

test.each([
  '<p>{busy && <Spinner />}<span>Send</span></p>',
  '<p>{wrong && t.wrong}</p>',
  '<p>{wrong ? t.wrong : t.right}</p>',
  '<p>{t.first} {wrong ? t.wrong : t.right}</p>',
  '<p><b>1</b>{t.title}</p>',
  '<div>{children}{wrong && <b />}</div>',
  '<ul>{rows}{wrong && <li />}</ul>',
  '<p>{wrong && <span>{t.wrong}</span>}<Maybe name="" /></p>',
  '<p>{/* A comment */}{t.title}</p>',
  '<p>{hint}</p>',
])('holds on a translated page: %s', (jsx) => {
  expect(shows(jsx)).toEqual([]);
});
