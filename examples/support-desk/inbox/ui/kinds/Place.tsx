import { num, obj, str } from '../../../../../src/wire/decode';
import type { AgentMessage } from '../../../shared/agentApi';
import { Icon } from '../Icon';

/** A place with its name, address and coordinates, and a link to a map. It loads no map itself. */
export const Place = ({ message }: { message: AgentMessage }) => {
  const { name, address } = obj(message.location);
  const { lat, long } = obj(message.coordinates);
  const [y, x] = [num(lat), num(long)];
  return (
    <div class="card place">
      <Icon name="pin" />
      <div>
        <p dir="auto">
          <strong>{str(name) ?? 'Location'}</strong>
        </p>
        {str(address) && <p dir="auto">{str(address)}</p>}
        {y !== undefined && x !== undefined && (
          <a
            href={`https://www.openstreetmap.org/?mlat=${y}&mlon=${x}#map=16/${y}/${x}`}
            target="_blank"
            rel="noopener noreferrer"
            referrerpolicy="no-referrer"
          >
            {`${y}, ${x}`}
          </a>
        )}
      </div>
    </div>
  );
};
