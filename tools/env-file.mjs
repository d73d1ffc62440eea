/** A line that sets a variable, as Node reads it, and the quote that its value begins with. */
const assignment = /^\s*(?:export\s+)?([A-Za-z_][A-Za-z0-9_]*)\s*=\s*(["'`]?)/;

/**
 * The lines of an environment file that set nothing, or something else than they say. No problem repeats a value, which
 * may be a password.
 */
export function unreadableLines(text) {
  const problems = [];
  const lines = text.split(/\r?\n/);
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index];
    if (/^\s*(#|$)/.test(line)) continue;
    const found = assignment.exec(line);
    if (!found) {
      const reason = line.includes('=') ? 'no name of a variable stands before “=”' : 'it has no “=”';
      problems.push(`line ${index + 1} sets nothing: ${reason}.`);
      continue;
    }
    const [start, name, quote] = found;
    if (quote === '' || line.indexOf(quote, start.length) !== -1) continue;
    // A value in quotes may go on over several lines.
    const end = lines.findIndex((each, later) => later > index && each.includes(quote));
    if (end === -1) problems.push(`line ${index + 1}: the quote (${quote}) of ${name} is not closed.`);
    else index = end;
  }
  return problems;
}
