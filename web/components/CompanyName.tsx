import { useCompany } from '../content/ContentProvider.tsx';
import { pictureUrl } from '../content/pictureUrl.ts';

/** The company's name, after its logo if it has one. On snow, a dark logo is legible on the night of the headers too. */
export function CompanyName() {
  const { name, logo } = useCompany();
  return (
    <>
      {logo && <img src={pictureUrl(logo)} alt="" className="company-logo" />}
      <span>{name}</span>
    </>
  );
}
