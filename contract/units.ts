// Units of time in milliseconds, units of memory in bytes.

export const SECOND_MS = 1000
export const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

export const KIB_BYTES = 1024
export const MIB_BYTES = 1024 * KIB_BYTES
