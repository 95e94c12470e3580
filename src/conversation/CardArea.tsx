import { useCss } from '../ui/theme/css';
import { useHome } from './context';
import { Feature } from './Feature';
import type { Area } from './featureRow';
import type { PlainFeature } from './features';

/** Draws the features that the registry declares for an area of the card. */
export const CardArea = ({ of }: { of: Area }) => {
  const css = useCss();
  const { features, areaSlices } = useHome().state;
  return (
    <>
      {Object.entries(features).map(
        ([name, { area, height, shown }]) =>
          area === of &&
          shown?.(areaSlices) && (
            // The space is kept while it loads, so that the composer does not jump.
            <Feature
              key={name}
              name={name as PlainFeature}
              with={{}}
              meanwhile={<div className={css(`height:${height}px;`)} />}
            />
          ),
      )}
    </>
  );
};
