import { FIRST, type View } from './view';

/** Each field as a line of a script. */
const linesOf = (fields: Record<string, unknown>): string[] =>
  Object.entries(fields).map(
    ([name, value]) => `      ${name}: ${typeof value === 'string' ? `'${value}'` : value},`,
  );

/** The fields that differ from the defaults. */
const changed = (fields: Record<string, [name: keyof View, value: unknown]>, view: View) =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([field, [name, value]]) =>
      view[name] === FIRST[name] ? [] : [[field, value]],
    ),
  );

/**
 * The code that gives a page this look. It leaves out the size and the direction of the cards, which follow from the
 * window and the language.
 * @param script the address of the loader
 */
export const snippetOf = (view: View, script: string): string => {
  const theme = changed(
    {
      scheme: ['scheme', view.scheme],
      action: ['action', view.action],
      message: ['message', view.message],
      fontSize: ['font', Number(view.font)],
      borderRadius: ['radius', Number(view.radius)],
    },
    view,
  );
  const position = changed({ side: ['side', view.side] }, view);
  const look = Object.fromEntries(
    Object.entries({ theme, position }).filter(([, fields]) => Object.keys(fields).length > 0),
  );
  const calls = [
    ...(view.locale === FIRST.locale ? [] : [`  zE('messenger:set', 'locale', '${view.locale}');`]),
    ...(Object.keys(look).length === 0
      ? []
      : [
          `  zE('messenger:set', 'customization', {`,
          ...Object.entries(look).flatMap(([name, fields]) => [
            `    ${name}: {`,
            ...linesOf(fields),
            '    },',
          ]),
          '  });',
        ]),
  ];
  const tag = `<script async src="${script}"></script>`;
  if (calls.length === 0) return tag;
  return [
    tag,
    '<script>',
    '  window.zE ||= function () { (zE.q ||= []).push(arguments) };',
    ...calls,
    '</script>',
  ].join('\n');
};
