import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');

/** Each folder counts with everything below it. */
const folders = [
  'backend',
  'bench',
  'e2e',
  'server',
  'shared',
  'supabase/functions',
  'supabase/schemas',
  'supabase/tests',
  'tools',
  'web',
];

/** Openings that hide the subject of a sentence: “What is not read keeps its connection.” */
const opening = /(?:^|[.!?] )((?:What|Whatever|Who|Whom|Whose|Whoever|Of|So|Nobody|Somebody)\b[^.!?]*)/g;

/** Phrases that are no English, or that hide what happens: “in flight”, “is deleted with”, “no client role” say it. */
const clumsy =
  /\b(?:(?:has|have) had|on (?:its|their) way|(?:goes|go) with|no role of a person|that ha(?:s|ve) to be)\b/gi;

/** The text of a line if it is part of a comment; null for code. */
function commentLine(line: string, isSql: boolean): string | null {
  if (isSql) return /^\s*--+ ?(.*)$/.exec(line)?.[1] ?? null;
  const text =
    /^\s*(?:\/\*\*?|\*\/?|\/\/)\s?(.*)$/.exec(line) ?? /[^:'"`]\s(?:\/\/|\/\*\*?)\s(.*)$/.exec(line);
  return text?.[1]?.replace(/\s*\*\/.*$/, '') ?? null;
}

/** The comments of a file, each as one text: lines that follow each other belong together. */
function commentsOf(text: string, isSql: boolean): string[] {
  const comments = [''];
  for (const line of text.split('\n')) {
    const comment = commentLine(line, isSql);
    if (comment === null || /^\s*\/\*/.test(line)) comments.push('');
    if (comment !== null) comments.push(`${comments.pop()} ${comment}`);
  }
  return comments.map((comment) => comment.replace(/\s+/g, ' ').trim());
}

/** The matches of a pattern in the comments of all sources, each with its path. */
function findInComments(pattern: RegExp): string[] {
  const patterns = folders.flatMap((folder) => [folder, `${folder}/**/*`]);
  const paths = globSync(patterns, { cwd: root }).filter((path) => /\.(?:ts|tsx|css|sql)$/.test(path));
  const found = paths.flatMap((path) => {
    const comments = commentsOf(readFileSync(resolve(root, path), 'utf8'), path.endsWith('.sql'));
    return comments.flatMap((comment) =>
      [...comment.matchAll(pattern)].map(([whole, part = whole]) => `${path}: ${part}`),
    );
  });
  return found.toSorted();
}

test('a comment sentence starts with its subject', () => {
  expect(findInComments(opening)).toEqual([]);
});

test('comments use no clumsy phrase', () => {
  expect(findInComments(clumsy)).toEqual([]);
});

test.for([
  ['/** What is not read. */', false],
  ['/**\n * Cancels the body. What\n * is unread keeps the socket. */', false],
  [`const a = 1; ${'//'} Of the first.`, false],
  ['-- Reads. So\n-- it goes.', true],
] as const)('an opening is found in %j', ([text, isSql]) => {
  expect(commentsOf(text, isSql).some((comment) => comment.match(opening))).toBe(true);
});

test.for(['const url = "https://a.example/ Of";', '/** Whether it stands. */', 'What("x");'])(
  'no opening is found in %j',
  (text) => {
    expect(commentsOf(text, false).some((comment) => comment.match(opening))).toBe(false);
  },
);
