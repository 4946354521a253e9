/* json_read.h — JSON that the command wrote before: `bench --json`, `profile --json`. */
#ifndef CM_TOOLS_JSON_READ_H
#define CM_TOOLS_JSON_READ_H

#include "tools/tool.h"

#define JSON_NONE UINT32_MAX

typedef enum json_kind { JSON_NULL, JSON_BOOL, JSON_NUMBER, JSON_STRING, JSON_LIST, JSON_OBJECT } json_kind;

typedef struct json_value {
    json_kind kind;
    cameo_string key;     /* in an object */
    cameo_string text;    /* STRING */
    double number;        /* NUMBER, BOOL */
    uint32_t first, next; /* first value within; next one around; JSON_NONE */
    uint32_t around;      /* JSON_NONE: the whole */
} json_value;

typedef struct json_file {
    json_value *value; /* 0: the whole */
    uint32_t n;
    size_t cap;
    tool_bytes bytes;  /* strings point into it */
} json_file;

/* Reads the file at path (RFC 8259). json_free in either case. Errors: those of tool_read_file; E_MALFORMED what is no
 * JSON, with the byte; E_LIMIT more than 16 million values. */
CM_NODISCARD cameo_status json_read(json_file *j, const char *path, cameo_error *e);
void json_free(json_file *j);

/* The value of this key in an object; JSON_NONE: there is none of this kind. */
uint32_t json_find(const json_file *j, uint32_t object, const char *key, json_kind kind);

#endif
