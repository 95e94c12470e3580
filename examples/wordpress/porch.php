<?php
/**
 * Plugin Name: Porch
 * Description: The Porch messenger on every page of your site.
 * Version: 1.0.0
 * Requires at least: 6.3
 * Requires PHP: 7.4
 * License: MIT
 * Text Domain: porch
 */

defined( 'ABSPATH' ) || exit;

const PORCH_OPTION = 'porch_desk';
const PORCH_GROUP  = 'porch';

/**
 * The origin of a desk, such as `https://desk.example`.
 *
 * @param mixed $value What was entered.
 * @return string Empty if it is not an address of http or https.
 */
function porch_origin( $value ) {
	$parts = is_string( $value ) ? wp_parse_url( trim( $value ) ) : false;
	if ( ! is_array( $parts ) || empty( $parts['host'] ) || ! in_array( $parts['scheme'] ?? '', array( 'http', 'https' ), true ) ) {
		return '';
	}
	if ( ! preg_match( '/^(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])$/i', $parts['host'] ) ) {
		return '';
	}
	return $parts['scheme'] . '://' . $parts['host'] . ( isset( $parts['port'] ) ? ':' . $parts['port'] : '' );
}

/**
 * Checks the setting before it is saved. An address that cannot be used leaves the saved one.
 *
 * @param mixed $value What was entered.
 * @return string
 */
function porch_sanitize( $value ) {
	$origin = porch_origin( $value );
	if ( '' === $origin && is_string( $value ) && '' !== trim( $value ) ) {
		add_settings_error( PORCH_OPTION, 'porch_address', __( 'Enter the address of your desk, such as https://desk.example.', 'porch' ) );
		return porch_origin( get_option( PORCH_OPTION, '' ) );
	}
	return $origin;
}

function porch_register_setting() {
	register_setting(
		PORCH_GROUP,
		PORCH_OPTION,
		array(
			'type'              => 'string',
			'default'           => '',
			'sanitize_callback' => 'porch_sanitize',
		)
	);
}
add_action( 'admin_init', 'porch_register_setting' );

function porch_add_page() {
	add_options_page( 'Porch', 'Porch', 'manage_options', 'porch', 'porch_draw_page' );
}
add_action( 'admin_menu', 'porch_add_page' );

/** Draws the settings page. `settings_fields` prints the nonce, which WordPress checks when the form is sent. */
function porch_draw_page() {
	if ( ! current_user_can( 'manage_options' ) ) {
		return;
	}
	?>
	<div class="wrap">
		<h1>Porch</h1>
		<form method="post" action="options.php">
			<?php settings_fields( PORCH_GROUP ); ?>
			<table class="form-table" role="presentation">
				<tr>
					<th scope="row"><label for="porch-desk"><?php esc_html_e( 'Address of your desk', 'porch' ); ?></label></th>
					<td>
						<input type="url" class="regular-text" id="porch-desk" name="<?php echo esc_attr( PORCH_OPTION ); ?>"
							value="<?php echo esc_attr( get_option( PORCH_OPTION, '' ) ); ?>" placeholder="https://desk.example">
					</td>
				</tr>
			</table>
			<?php submit_button(); ?>
		</form>
	</div>
	<?php
}

/**
 * Base64 as JWTs have it.
 *
 * @param string $bytes What to encode.
 * @return string
 */
function porch_encode( $bytes ) {
	return rtrim( strtr( base64_encode( $bytes ), '+/', '-_' ), '=' );
}

/**
 * A token that logs the WordPress user in at the desk for fifteen minutes.
 *
 * @return string Empty without a user, or without the constants PORCH_KEY_ID and PORCH_KEY_SECRET in wp-config.php.
 */
function porch_token() {
	$user = wp_get_current_user();
	if ( ! $user->exists() || ! defined( 'PORCH_KEY_ID' ) || ! defined( 'PORCH_KEY_SECRET' ) ) {
		return '';
	}
	$header = array(
		'alg' => 'HS256',
		'typ' => 'JWT',
		'kid' => PORCH_KEY_ID,
	);
	$claims = array(
		'scope'       => 'user',
		'external_id' => 'wordpress-' . $user->ID,
		'name'        => $user->display_name,
		'email'       => $user->user_email,
		'exp'         => time() + 900,
	);
	$signed = porch_encode( wp_json_encode( $header ) ) . '.' . porch_encode( wp_json_encode( $claims ) );
	return $signed . '.' . porch_encode( hash_hmac( 'sha256', $signed, PORCH_KEY_SECRET, true ) );
}

/** Answers the page's request for a token. WordPress answers it for users who are logged in, and never from a cache. */
function porch_answer_token() {
	check_ajax_referer( 'porch_token' );
	nocache_headers();
	wp_send_json( array( 'token' => porch_token() ) );
}
add_action( 'wp_ajax_porch_token', 'porch_answer_token' );

function porch_enqueue() {
	$desk = porch_origin( get_option( PORCH_OPTION, '' ) );
	if ( '' === $desk ) {
		return;
	}
	// The file's name never changes, so it has no version.
	wp_enqueue_script(
		'porch',
		$desk . '/porch/porch.now.js',
		array(),
		null,
		array(
			'strategy'  => 'async',
			'in_footer' => true,
		)
	);
	if ( '' === porch_token() ) {
		return;
	}
	$address = add_query_arg(
		array(
			'action'      => 'porch_token',
			'_ajax_nonce' => wp_create_nonce( 'porch_token' ),
		),
		admin_url( 'admin-ajax.php' )
	);
	$flags = JSON_HEX_TAG | JSON_HEX_AMP | JSON_UNESCAPED_SLASHES;
	wp_add_inline_script(
		'porch',
		'window.zE ||= function () { (zE.q ||= []).push(arguments) };' .
		"zE('messenger', 'loginUser', (give) => fetch(" . wp_json_encode( $address, $flags ) . ", { credentials: 'same-origin' })" .
		'.then((answer) => answer.json()).then(({ token }) => give(token)));',
		'before'
	);
}
add_action( 'wp_enqueue_scripts', 'porch_enqueue' );

function porch_uninstall() {
	delete_option( PORCH_OPTION );
}
register_uninstall_hook( __FILE__, 'porch_uninstall' );
