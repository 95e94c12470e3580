const SIZE = 32;

/** Draws the page's icon, if it can be read, with a dot at its corner. */
const draw = (doc: Document, icon: HTMLImageElement | undefined): string => {
  const canvas = doc.createElement('canvas');
  canvas.width = canvas.height = SIZE;
  const on = canvas.getContext('2d') as CanvasRenderingContext2D;
  if (icon) on.drawImage(icon, 0, 0, SIZE, SIZE);
  on.fillStyle = '#d6224b';
  on.strokeStyle = '#fff';
  on.lineWidth = 2;
  on.beginPath();
  on.arc(SIZE - 10, SIZE - 10, 8, 0, 2 * Math.PI);
  on.fill();
  on.stroke();
  return canvas.toDataURL();
};

/** Shows a dot on the page's icon. The page's policy must allow `data:` pictures. */
export const createFaviconBadge = (doc: Document) => {
  const link = doc.querySelector<HTMLLinkElement>('link[rel~="icon"]');
  const added = link ? undefined : doc.createElement('link');
  let marked: string | undefined;
  let plain: string | undefined;
  let wanted = false;

  const show = (icon?: HTMLImageElement) => {
    try {
      marked = draw(doc, icon);
    } catch {
      // An icon of another host cannot be read, so only the dot is drawn.
      marked = draw(doc, undefined);
    }
    if (!wanted) return;
    if (added) {
      added.rel = 'icon';
      added.href = marked;
      doc.head.append(added);
    } else if (link) {
      plain = link.href;
      link.href = marked;
    }
  };
  return (on: boolean): void => {
    if (on === wanted) return;
    wanted = on;
    if (!on) {
      added?.remove();
      // A page that has set another icon since keeps it.
      if (link && plain !== undefined && link.href === marked) link.href = plain;
      plain = undefined;
      return;
    }
    if (!link) {
      show();
      return;
    }
    const icon = doc.createElement('img');
    icon.onload = () => show(icon);
    icon.onerror = () => show();
    icon.src = link.href;
  };
};
