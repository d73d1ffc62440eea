import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fileKind } from './fileKind.ts';
import { isRuined, readTable } from './table.ts';
import { decodeText, maxTextBytes, readText } from './text.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const fields = (text: string) => readTable(text).map((record) => record.fields);
const inLatin = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0));

/** A text in UTF-16. */
function wide(text: string, isLittle: boolean): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(text.length * 2));
  for (let at = 0; at < text.length; at++) view.setUint16(at * 2, text.charCodeAt(at), isLittle);
  return new Uint8Array(view.buffer);
}

function numbers(sizeBytes: number, shorts: Record<number, number>, longs: Record<number, number>) {
  const view = new DataView(new ArrayBuffer(sizeBytes));
  for (const [at, value] of Object.entries(shorts)) view.setUint16(Number(at), value, true);
  for (const [at, value] of Object.entries(longs)) view.setUint32(Number(at), value, true);
  return view;
}

type Files = Readonly<Record<string, string | Uint8Array<ArrayBuffer>>>;

/** An archive as telephones make it; `packed` false stores the files as they are. */
async function zip(files: Files, packed = true): Promise<Blob> {
  const [parts, directory]: [BlobPart[], BlobPart[]] = [[], []];
  const packing = packed ? 8 : 0;
  for (const [title, content] of Object.entries(files)) {
    const [name, plain, at] = [bytesOf(title), new Blob([content]), new Blob(parts).size];
    const stream = plain.stream().pipeThrough(new CompressionStream('deflate-raw'));
    const data = packed ? await new Response(stream).blob() : plain;
    parts.push(numbers(30, { 8: packing, 26: name.length }, { 0: 0x04_03_4b_50 }), name, data);
    const sizes = { 0: 0x02_01_4b_50, 20: data.size, 24: plain.size, 42: at };
    directory.push(numbers(46, { 10: packing, 28: name.length }, sizes), name);
  }
  const sizes = { 0: 0x06_05_4b_50, 12: new Blob(directory).size, 16: new Blob(parts).size };
  return new Blob([...parts, ...directory, numbers(22, {}, sizes)]);
}

test('C1 C3 a table is read whatever separates it, with the line in which Excel is told so', () => {
  const cell = fc.constantFrom('patente', 'Ñuñoa', 'a;b', 'x,y', 'línea\r\notra', '"cita"', '1', 'p|q');
  const record = fc.array(cell, { minLength: 2, maxLength: 4 });
  const form = fc.record({
    records: fc.array(record, { minLength: 1, maxLength: 4 }),
    separator: fc.constantFrom(';', ',', '\t', '|'),
    mark: fc.constantFrom('', '\uFEFF'),
    told: fc.constantFrom('none', 'plain', 'quoted'),
    lineEnd: fc.constantFrom('\r\n', '\n', '\r'),
  });
  fc.assert(
    fc.property(form, ({ records, separator, mark, told, lineEnd }) => {
      const quoted = records.map((each) => each.map((text) => `"${text.replaceAll('"', '""')}"`));
      const tell = { none: '', plain: `sep=${separator}${lineEnd}`, quoted: `"SEP=${separator}"${lineEnd}` };
      const file = mark + tell[told] + quoted.map((each) => each.join(separator) + lineEnd).join('');
      expect(fields(file)).toEqual(records);
    }),
  );
});

test.each([
  ['sep=;\r\npatente;clase\r\nBFBF11;básico\r\n'],
  ['\r\n\r\npatente,clase\r\n\r\nBFBF11,básico\r\n'],
  ['patente\tclase\nBFBF11\tbásico'],
  ['patente;clase;;\nBFBF11;básico;;\n;;;\n;;;'],
  [';patente;clase\n;BFBF11;básico'],
  ['patente;;clase\nBFBF11; ;básico'],
])('the table %j has two columns and one row', (file) => {
  expect(fields(file)).toEqual([
    ['patente', 'clase'],
    ['BFBF11', 'básico'],
  ]);
});

test.each([
  ['a field in quotes', (long: string) => `a;b\n"${long}";1\n`, (long: string) => [long, '1']],
  ['a quote that nobody closes', (long: string) => `a;b\n"${long};1\n`, (long: string) => [`"${long}`, '1']],
])('%s may have many megabytes', (_, text, record) => {
  const long = 'x'.repeat(12 * 1024 * 1024);
  expect(fields(text(long)).length).toBe(2);
  expect(fields(text(long))[1]).toEqual(record(long));
});

test('quotes are taken as they stand where they enclose no field', () => {
  expect(fields('a;b\nx"y;"z"w\n"u"";v\n"";""""\n')).toEqual([
    ['a', 'b'],
    ['x"y', '"z"w'],
    ['"u""', 'v'],
    ['', '"'],
  ]);
});

test('problems name the line of the file, below the one that tells the separator', () => {
  expect(readTable('sep=;\n\na;b\n"x\ny";1\n2;3').map(({ line }) => line)).toEqual([3, 4, 6]);
});

test.each([
  '1,23457E+11',
  '9.88E+08',
  '1E+15',
  '123456789012345000',
  '#¡VALOR!',
  '#N/D',
  '#REF!',
  '########',
])('C11 a spreadsheet has ruined %j', (field) => expect(isRuined(field)).toBe(true));

test.each(['A-10428', '12E345', '123456789012345', '# 12', '#12', '1,5', 'BFBF11', '12345678901234567', ''])(
  'no spreadsheet has ruined %j',
  (field) => expect(isRuined(field)).toBe(false),
);

const text = 'patente;dueño\r\nBFBF11;Núñez Muñoz\r\n';
const dos = bytesOf(text.replaceAll('ñ', '\u0001').replaceAll('ú', '\u0002')).map(
  (byte) => ({ 1: 0xa4, 2: 0xa3 })[byte] ?? byte,
);
const mac = dos.map((byte) => ({ 0xa4: 0x96, 0xa3: 0x9c })[byte] ?? byte);

test.each([
  ['UTF-8', bytesOf(text), 0],
  ['UTF-8 with a mark', bytesOf(`\uFEFF${text}`), 0],
  ['UTF-16 of Excel', wide(`\uFEFF${text}`, true), 0],
  ['UTF-16 without a mark', wide(text, true), 0],
  ['UTF-16 of a Mac', wide(`\uFEFF${text}`, false), 0],
  ['Windows-1252', inLatin(text), 3],
  ['MS-DOS', dos, 3],
  ['Mac OS Roman', mac, 3],
] as const)('C3 B14 %s is read, and a guess is shown', (_, bytes, guessed) => {
  const read = decodeText(new Uint8Array(bytes));
  expect(read).toMatchObject({ kind: 'text', text });
  expect(read.kind === 'text' && read.guessed.length).toBe(guessed);
});

test('any text comes back from UTF-8 and UTF-16', () => {
  const any = fc.string({ unit: 'grapheme' }).filter((each) => !/\0|^\uFEFF/.test(each));
  fc.assert(
    fc.property(any, (each) => {
      const read = { kind: 'text', text: each, guessed: [] };
      expect(decodeText(bytesOf(`\uFEFF${each}`))).toEqual(read);
      expect(decodeText(wide(`\uFEFF${each}`, true))).toEqual(read);
    }),
  );
});

test('a word without end, behind one with a letter of an old code page, is read at once', () => {
  const started = performance.now();
  const read = decodeText(inLatin(`Núñez;${'x'.repeat(1_000_000)}ñ`));
  expect(performance.now() - started).toBeLessThan(2000);
  expect(read).toMatchObject({ kind: 'text', guessed: ['Núñez', `${'x'.repeat(20)}ñ`] });
});

const chat = '[26-11-26, 10:03:12] Ana: hola\n'.repeat(50);

test.each([
  ['iOS', { '_chat.txt': chat }],
  ['Android, with photos', { 'IMG-1.jpg': '\xff\xd8', 'Chat de WhatsApp con Ana.txt': chat }],
  ['a Mac', { '__MACOSX/._chat.txt': chat + chat, '_chat.txt': chat, 'nota.txt': 'x' }],
  ['another language', { 'Диалог WhatsApp с Ана.txt': wide(chat, true) }],
] satisfies [string, Files][])('B6 the chat in a ZIP of %s is read', async (_, files: Files) => {
  expect(await readText(await zip(files))).toMatchObject({ kind: 'text', text: chat });
  expect(await readText(await zip(files, false))).toMatchObject({ kind: 'text', text: chat });
});

test.each([
  ['workbook', zip({ '[Content_Types].xml': '', 'xl/workbook.xml': '<x/>' })],
  ['workbook', zip({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet', 'content.xml': '<x/>' })],
  ['workbook', zip({ 'Index/Document.iwa': 'x' })],
  ['workbook', new Blob(['<html><table><tr><td>patente'])],
  ['workbook', new Blob([inLatin('\xd0\xcf\x11\xe0\xa1\xb1')])],
  ['no_text', zip({ 'foto.jpg': 'x' })],
  ['no_text', new Blob([new Uint8Array([1, 2, 3, 0, 4])])],
  ['pdf', new Blob(['%PDF-1.7'])],
  ['picture', new Blob([inLatin('\xff\xd8\xff\xe0')])],
  ['damaged', new Blob(['PK\x03\x04 cut'])],
] as const)('a file that is no text is refused as %s', async (code, file) => {
  expect(await readText(await file)).toEqual({ kind: 'refused', code });
});

/** An archive whose directory gives its first file this size. */
async function claiming(archive: Promise<Blob>, sizeBytes: number): Promise<Blob> {
  const view = new DataView(await (await archive).arrayBuffer());
  const directory = view.getUint32(view.byteLength - 6, true);
  view.setUint32(directory + 24, sizeBytes, true);
  return new Blob([view]);
}

const bomb = new Uint8Array(maxTextBytes + 1).fill(0x61);
test.each([
  ['file_too_large', 'a chat that unpacks to more', zip({ '_chat.txt': bomb })],
  ['file_too_large', 'one that says it is small', claiming(zip({ '_chat.txt': bomb }), 10)],
  ['file_too_large', 'one that says it has 4 GB', claiming(zip({ '_chat.txt': chat }), 0xffff_ffff)],
  ['workbook', 'a workbook that unpacks to more', zip({ 'xl/workbook.xml': '<x/>', 'xl/sheet.xml': bomb })],
] as const)('an archive is refused as %s: %s', async (code, _, archive) => {
  const packed = await archive;
  expect(packed.size).toBeLessThan(maxTextBytes / 100);
  expect(await readText(packed)).toEqual({ kind: 'refused', code });
});

test.each([
  ['%PDF-1.4', 'pdf'],
  ['\r\n%PDF-1.4', 'pdf'],
  ['\xef\xbb\xbf%PDF-1.4', 'pdf'],
  ['\0\0\0\x18ftypheic', 'picture'],
  ['\x89PNG\r\n', 'picture'],
  ['RIFF\0\0\0\0WEBPVP8 ', 'picture'],
  ['patente;clase', 'text'],
  ['', 'text'],
])('D9 D11 the bytes %j are of kind %s, whatever type the telephone claims', async (bytes, kind) => {
  const file = new File([inLatin(bytes)], 'soap.pdf', { type: 'application/octet-stream' });
  expect(await fileKind(file)).toBe(kind);
});
