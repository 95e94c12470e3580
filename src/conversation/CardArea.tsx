import { useCss } from '../ui/theme/css';
import { useHome } from './context';
import { Feature } from './Feature';
import type { Area } from './featureRow';

/** Draws the features that the registry declares for an area of the card. */
export const CardArea = ({ of }: { of: Area }) => {
  const css = useCss();
  const { areas } = useHome().state;
  return (
    <>
      {areas.map(
        ({ name, area, height, shown }) =>
          area === of &&
          shown() && (
            // The space is kept while it loads, so that the composer does not jump.
            <Feature
              key={name}
              name={name}
              with={{}}
              meanwhile={height && <div className={css(`height:${height}px;`)} />}
            />
          ),
      )}
    </>
  );
};
