/** The form field that carries the picture. Apart from its call, so that a page need not bring schemas. */
export const PROFILE_IMAGE_FIELD = 'profileImage'
