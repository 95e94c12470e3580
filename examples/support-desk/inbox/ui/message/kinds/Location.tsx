import { decodeLocation } from '@porch/messenger/messageKinds/location/decode';
import { mapUrl } from '@porch/messenger/model/maps';
import type { AgentMessage } from '../../../../shared/answers/messages';
import { Icon } from '../../parts/Icon';

/** A location with its name, address and coordinates, and a link to a map. Loads no map itself. */
export const Location = ({ message }: { message: AgentMessage }) => {
  const { name, address, lat, long } = decodeLocation(message);
  return (
    <div class="card place">
      <Icon name="pin" />
      <div>
        <p dir="auto">
          <strong>{name ?? 'Location'}</strong>
        </p>
        {address && <p dir="auto">{address}</p>}
        {lat !== undefined && long !== undefined && (
          <a href={mapUrl(lat, long)} target="_blank" rel="noopener noreferrer" referrerpolicy="no-referrer">
            {`${lat}, ${long}`}
          </a>
        )}
      </div>
    </div>
  );
};
