// What an import needs to stay small beside what every process does.
import './light.mjs'
import { returnMemory } from './returnMemory.mjs'

// What goes from thread to thread is freed by another than asked for it: left in its heap, such blocks are a tenth
// of the memory that an import may take.
returnMemory({ MALLOC_MMAP_THRESHOLD_: '131072' })
