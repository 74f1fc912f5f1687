/** The heart, filled. Its colour is the text's. */
export function HeartIcon({ size = 22 }: { size?: number }) {
  return (
    <svg aria-hidden="true" width={size} height={size} viewBox="0 0 24 24" fill="currentColor">
      <path d="M12 21.2C5.2 16.2 2 12.7 2 8.6 2 5.5 4.4 3.2 7.3 3.2c1.9 0 3.6 1 4.7 2.6 1.1-1.6 2.8-2.6 4.7-2.6C19.6 3.2 22 5.5 22 8.6c0 4.1-3.2 7.6-10 12.6z" />
    </svg>
  )
}
