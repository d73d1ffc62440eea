/** Lists the things that a deletion takes along, or those that it leaves. */
export function Consequences({
  intro,
  items,
}: {
  readonly intro: string;
  readonly items: readonly string[];
}) {
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
