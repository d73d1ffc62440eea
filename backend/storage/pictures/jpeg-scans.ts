/** Not the start of a segment: stuffed zeros, fill bytes, TEM, RST0 to RST7, SOI. */
const isNoSegment = (code: number): boolean =>
  code === 0 || code === 1 || code === 0xff || (code >= 0xd0 && code <= 0xd8);
const endOfImage = 0xd9;
const startOfScan = 0xda;

/** The place of the next segment. Like the decoder, it skips whatever stands before. */
function nextSegment(bytes: Buffer, from: number): number {
  let at = bytes.indexOf(0xff, from);
  while (at >= 0 && isNoSegment(bytes[at + 1] ?? endOfImage)) at = bytes.indexOf(0xff, at + 1);
  return at < 0 ? bytes.length : at;
}

/**
 * How many scans a JPEG has; stops counting above `most`. The decoder visits every block of the picture in each scan, and a
 * scan may have 30 bytes: 650 KB can take it more than a minute, in which it cannot be interrupted. Data behind the picture,
 * such as the video of a “live” photo, does not count.
 */
export function countScans(bytes: Buffer, most: number): number {
  let scans = 0;
  let at = nextSegment(bytes, 2);
  while (scans <= most && at + 3 < bytes.length && bytes[at + 1] !== endOfImage) {
    if (bytes[at + 1] === startOfScan) scans += 1;
    at = nextSegment(bytes, at + 2 + bytes.readUInt16BE(at + 2));
  }
  return scans;
}
