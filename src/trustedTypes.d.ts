/** Trusted Types, in browsers that have them: the policies that the server's headers allow. */
interface Window {
  trustedTypes?: {
    createPolicy<Rules>(name: 'default' | 'description', rules: Rules): Rules
  }
}
