export function unreadableLines(text: string): readonly string[];
