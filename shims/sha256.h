/* SHA-256 (FIPS 180-4), for what node loads: there is no libc, and node's own takes ten times as long for a short text. */
#ifndef GUARD_SHA256_H
#define GUARD_SHA256_H

#include <stddef.h>
#include <stdint.h>

enum { SHA256_BYTES = 32, SHA256_BLOCK = 64 };

struct sha256 {
  uint32_t state[8];
  uint64_t total;
  uint8_t block[SHA256_BLOCK];
};

static const uint32_t sha256_round[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be,
    0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa,
    0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85,
    0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3,
    0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f,
    0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static inline uint32_t sha256_turn(uint32_t word, int bits) {
  return word >> bits | word << (32 - bits);
}

static inline void sha256_take_block(uint32_t state[8], const uint8_t *block) {
  uint32_t w[64];
  for (int at = 0; at < 16; at++)
    w[at] = (uint32_t)block[4 * at] << 24 | (uint32_t)block[4 * at + 1] << 16 | (uint32_t)block[4 * at + 2] << 8 | block[4 * at + 3];
  for (int at = 16; at < 64; at++) {
    uint32_t first = sha256_turn(w[at - 15], 7) ^ sha256_turn(w[at - 15], 18) ^ w[at - 15] >> 3;
    uint32_t second = sha256_turn(w[at - 2], 17) ^ sha256_turn(w[at - 2], 19) ^ w[at - 2] >> 10;
    w[at] = w[at - 16] + first + w[at - 7] + second;
  }
  uint32_t a = state[0], b = state[1], c = state[2], d = state[3], e = state[4], f = state[5], g = state[6], h = state[7];
  for (int at = 0; at < 64; at++) {
    uint32_t choice = (e & f) ^ (~e & g), most = (a & b) ^ (a & c) ^ (b & c);
    uint32_t first = h + (sha256_turn(e, 6) ^ sha256_turn(e, 11) ^ sha256_turn(e, 25)) + choice + sha256_round[at] + w[at];
    uint32_t second = (sha256_turn(a, 2) ^ sha256_turn(a, 13) ^ sha256_turn(a, 22)) + most;
    h = g, g = f, f = e, e = d + first;
    d = c, c = b, b = a, a = first + second;
  }
  uint32_t after[8] = {a, b, c, d, e, f, g, h};
  for (int at = 0; at < 8; at++) state[at] += after[at];
}

static inline void sha256_begin(struct sha256 *hash) {
  static const uint32_t start[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  for (int at = 0; at < 8; at++) hash->state[at] = start[at];
  hash->total = 0;
}

static inline void sha256_add(struct sha256 *hash, const uint8_t *bytes, size_t length) {
  size_t used = hash->total % SHA256_BLOCK;
  hash->total += length;
  for (size_t at = 0; at < length; at++) {
    /* Whole blocks are taken where they lie. */
    while (used == 0 && length - at >= SHA256_BLOCK) {
      sha256_take_block(hash->state, bytes + at);
      at += SHA256_BLOCK;
    }
    if (at == length) return;
    hash->block[used++] = bytes[at];
    if (used < SHA256_BLOCK) continue;
    sha256_take_block(hash->state, hash->block);
    used = 0;
  }
}

static inline void sha256_end(struct sha256 *hash, uint8_t out[SHA256_BYTES]) {
  uint64_t bits = hash->total * 8;
  static const uint8_t one = 0x80, none = 0;
  uint8_t size[8];
  for (int at = 0; at < 8; at++) size[at] = (uint8_t)(bits >> (56 - 8 * at));
  sha256_add(hash, &one, 1);
  while (hash->total % SHA256_BLOCK != SHA256_BLOCK - 8) sha256_add(hash, &none, 1);
  sha256_add(hash, size, 8);
  for (int at = 0; at < SHA256_BYTES; at++) out[at] = (uint8_t)(hash->state[at / 4] >> (24 - 8 * (at % 4)));
}

#endif
